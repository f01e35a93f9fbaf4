// Faults of whom and what the server believes, and of the words that the specification asks for.
const workTime = 'tests/server/work-time.test.ts';
const words = 'tests/server/spec-words.test.ts';
const recordings = 'tests/server/recordings.test.ts';

/** The faults of this part of the list. */
export const trustFaults = [
  {
    name: 'a device is believed about time whatever it says',
    file: 'server/devices/work-time.ts',
    find: "doubt: isBefore || isAfter || isTwoTimes ? 'CLOCK'",
    put: "doubt: isBefore && isAfter && isTwoTimes ? 'CLOCK'",
    tests: [workTime],
  },
  {
    name: 'two pieces of work under one number are both booked',
    file: 'server/devices/work-time.ts',
    find: "row?.is_reused === true ? 'NUMBER' : null",
    put: "row?.is_reused === undefined ? 'NUMBER' : null",
    tests: [workTime],
  },
  {
    name: 'who lost a loan writes on it',
    file: 'server/access/workable-loan.ts',
    find: "throw new DoubtfulWork('TAKEN_AWAY');",
    put: 'void DoubtfulWork;',
    tests: [workTime],
  },
  {
    name: 'the recording of another call is opened',
    file: 'server/call-recordings/recording-link.ts',
    find: 'join dialer_calls c on ${isCallOf} and c.record_link is not null',
    put: 'join dialer_calls c on (${isCallOf} or true) and c.record_link is not null',
    tests: [recordings],
  },
  {
    name: 'recordings are fetched from any host',
    file: 'server/call-recordings/recording-link.ts',
    find: '!isWeb || !hosts.includes(url.host.toLowerCase())',
    put: '!isWeb || hosts.length < 0',
    tests: [recordings],
  },
  {
    name: 'a promise’s search is not of its loan',
    file: 'server/promises/promise-list.ts',
    find: '...loanSearchConditions(search),',
    put: '...loanSearchConditions(search && undefined),',
    tests: ['tests/server/promises.test.ts'],
  },
  {
    name: 'a rule looks for parts of numbers',
    file: 'server/allocation-rules/rule-condition.ts',
    find: "if (field.kind === 'number' || field.kind === 'day' || field.kind === 'daysSince')",
    put: "if (field.kind === 'daysSince')",
    tests: ['tests/server/allocation-rule-conditions.test.ts'],
  },
  {
    name: 'a promise in the past is taken',
    file: 'server/dispositions/disposition-rules.ts',
    find: 'if (input.date < day)',
    put: "if (input.date < '2000-01-01')",
    tests: [words],
  },
  {
    name: 'dispositions go out without their screenshots',
    file: 'server/dispositions/disposition-rows-service.ts',
    find: "screenShot: filesOf('screenShot'),",
    put: "screenShot: filesOf('supportingDoc'),",
    tests: ['tests/server/attached-files.test.ts'],
  },
  {
    name: 'a disposition’s date goes out as the database has it',
    file: 'server/dispositions/disposition-rows-service.ts',
    find: 'row.date === null ? null : wireDay(row.date)',
    put: 'row.date === null ? null : wireDay(row.date) && row.date',
    tests: [words],
  },
  {
    name: 'a right password at the wrong door learns nothing',
    file: 'server/identity/login.ts',
    find: 'return { auth: false, error: DOOR_WORDS[at], door: at };',
    put: 'return { auth: false, error: at === null ? DOOR_WORDS[at] : REFUSED };',
    tests: [words],
  },
  {
    name: 'an empty value of a query counts',
    file: 'server/http/serve.ts',
    find: "typeof value !== 'string' || value.trim() !== ''",
    put: "typeof value !== 'string' || value.trim() !== value + ' '",
    tests: [words],
  },
  {
    name: 'alerts sleep in a hidden tab',
    file: 'src/features/alerts/alert-queries.ts',
    find: 'refetchIntervalInBackground: true,',
    put: 'refetchIntervalInBackground: false,',
    tests: ['tests/src/features/alerts/alert-polling.test.tsx'],
  },
  {
    name: 'tables forget how many rows a person chose',
    file: 'src/components/page-size.tsx',
    find: 'remember(memory, next);',
    put: 'remember(memory, next * 0);',
    tests: ['tests/src/components/page-size.test.tsx'],
  },
  {
    name: 'errors stay out of sight',
    file: 'src/components/use-shown-problem.ts',
    find: "found?.scrollIntoView({ block: 'center' });",
    put: '',
    tests: ['tests/src/components/shown-problem.test.tsx'],
  },
];
