import { sentencesOf } from './sentences.ts';

/** Why a backup, an allocation run or a message to a borrower came to nothing. Stored in English; screens find them there and say them in their reader's language. */
export const JOB_WORDS = {
  'run-of-nobody': 'Who began this no longer works here. Plan it again.',
  // Earlier versions ended runs so.
  'run-confirmed-by-nobody': 'Who confirmed this no longer works here.',
  'run-part-missing': 'A part of this plan is missing. What was given out can be taken back.',
  'fault-of-plan':
    'The plan could not be made because of a fault on our side; nothing was given out. Plan it again, and tell your administrator if it happens again.',
  'fault-of-run':
    'This stopped because of a fault on our side. What was given out is counted here and can be taken back.',
  'no-room-for-plan':
    'The server has no room left: the plan could not be made, and nothing was given out. Tell your admin, then plan it again.',
  'no-room-for-run':
    'This stopped because the server has no room left. What was given out is counted here and can be taken back. Tell your admin.',
  'no-room-for-report': 'The server has no room left: the file could not be made. Tell your admin.',
  'report-refused': 'What was asked for is no longer there, or no longer yours to see.',
  'report-not-readable': 'The file can not be read at the moment where files are kept.',
  'fault-of-backup':
    'The backup could not be made because of a fault on our side. Make another, and look into the server’s log if it happens again.',
  'fault-of-report':
    'The file could not be made because of a fault on our side. Tell your administrator if it happens again.',
  'backup-never-ended':
    'The backup was tried several times and never came to its end. Look into the server’s log, then make another.',
  'backup-without-key': 'There is no key to make the backup for. Make one first.',
  'backup-key-mistyped':
    'A character of the key of the backups is wrong. Set it anew with “New key”.',
  'backup-not-as-written': '{{file}} is not in {{place}} as it was written.',
  'backup-file-gone': '{{file}} is no longer in {{place}}.',
  'no-room-for-backup': 'There is no room left in {{place}} for the backup.',
  'place-not-writable': 'Nothing can be written to {{place}}. Check who may.',
  'file-unreadable': '{{path}} can not be read ({{reason}}). Check who may, then make another.',
  'files-lacking':
    'Pictures, letters or contracts that the database names were nowhere when this was made: {{count}}, {{path}} among them.',
  'no-bucket': 'There is no bucket {{place}}.',
  'store-keys-refused': '{{place}} does not let the server in. Check its keys.',
  'store-away': '{{place}} can not be reached.',
  'store-refused': '{{place}} did not take the call ({{reason}}).',
  'not-restorable': 'The backup could not be restored.',
  'drill-not-allowed': 'The database user may not create databases, which a drill needs.',
  'no-room-for-drill': 'There is no room for a second copy of the database, which a drill needs.',
  'trail-broken': 'The audit trail in the copy does not hold at row {{row}} ({{reason}}).',
  'rows-of-no-table': 'The backup is damaged: it has rows of no table ({{table}}).',
  'rows-differ': 'The rows of {{table}} were not stored as they were sent.',
  'other-tables': 'The tables of the database are not those of the backup. Give an empty database.',
  'no-backup': 'This is no backup, or only the beginning of one.',
  'no-key': 'This is no key of a backup: it begins with AGE-SECRET-KEY-1.',
  'other-key':
    'The backup was not made for this key. Give the key that was downloaded when backups were set up.',
  'damaged-at-beginning': 'The backup is damaged at its beginning.',
  'cut-off-at-beginning': 'The backup is cut off at its beginning.',
  'cut-off-after': 'The backup is cut off or damaged after {{bytes}} bytes.',
  'damaged-after': 'The backup is damaged after {{bytes}} bytes.',
  'end-missing': 'The backup is cut off: its end is missing.',
  'newer-format': 'The backup was made by a newer Recoup. Install that version, then restore.',
  'damaged-head': 'The backup is damaged: it does not begin as one of ours does.',
  'damaged-manifest': 'The backup is damaged: it does not end as one of ours does.',
  'part-too-large': 'The backup is damaged: {{part}} is larger than any that is written.',
  'part-unreadable': 'The backup is damaged: {{part}} can not be read.',
  'part-not-unpacked': 'The backup is damaged: {{part}} can not be unpacked.',
  'other-rows': 'The backup is damaged: the rows of {{table}} are not those that were written.',
  'other-file': 'The backup is damaged: the file {{path}} is not the one that was written.',
  'part-of-nobody': 'The backup is damaged: {{part}} is in it that nobody wrote.',
  'part-without-place': 'The backup is damaged: {{part}} has no place in it.',
  'more-after-end': 'The backup is damaged: something follows its end.',
  'other-beginning': 'The backup is damaged: it begins with something else.',
  'not-of-recoup': 'The backup is damaged: what it holds was not written by Recoup.',
  'newer-version':
    'The backup is of a newer or another version of Recoup ({{version}}: this one does not know {{migration}}). Install that version, then restore.',
  'message-unanswered': 'No answer in time.',
  'message-not-reached': 'No answer ({{reason}}).',
  'message-refused-with': 'Answered {{status}}: {{words}}',
  'message-refused': 'Answered {{status}}.',
  'message-not-delivered': 'The provider reports that it was not delivered.',
  'message-cut-off': 'The server stopped while this was being sent.',
} as const;

/** Names one of the sentences. */
export type JobWord = keyof typeof JOB_WORDS;

/** A sentence filled in, and found again. */
export const { fill: jobSentence, find: findJobWords } = sentencesOf(JOB_WORDS);
