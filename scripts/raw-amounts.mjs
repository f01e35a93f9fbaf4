// Amounts read ₹1,23,456 everywhere: what shows one goes through contract/rupees.ts (src/lib/money.ts in the app). So do
// percent, which read 12.5 % (src/lib/percent.ts).
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Visitor, parseSync } from 'oxc-parser';

/** Writes amounts for the app, by contract/rupees.ts, and numbers that a spreadsheet shows; every other file asks these. */
const WRITERS = new Set([
  'src/lib/money.ts',
  'src/lib/percent.ts',
  'server/spreadsheets/csv-writer.ts',
  'server/spreadsheets/xlsx-writer.ts',
]);
const WORDS =
  'amount|rupees|dues?|outstanding|collected|receipted|claimed|verified|recovered|waived|achieved|salary';
const CAPITALISED = WORDS.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
/** What names a number of rupees: such a word, or a name that ends in one. */
const AMOUNT = new RegExp(`^(?:${WORDS})$|_(?:${WORDS})$|(?:${CAPITALISED})$`);
/** Says whether something is one. */
const OTHERS = /^is[A-Z]/;
/** An amount written by hand: the sign, or a number format of one's own. */
const BY_HAND = /₹$|\b(?:Rs\.?|INR) ?$/;

/** Percent written by hand in the app: the sign after a number; sizes of what is drawn are no percent that a person reads. */
const PERCENT = /^\s?%/;
const SIZE = /^(?:width|height|right|inlineSize)$/;

/** The name that an expression ends in: `loan.dueAmount` and `dueAmount` are dueAmount; anything worked out has none. */
function nameOf(node) {
  if (node.type === 'ChainExpression' || node.type === 'TSNonNullExpression')
    return nameOf(node.expression);
  if (node.type === 'MemberExpression') return node.computed ? null : node.property.name;
  return node.type === 'Identifier' ? node.name : null;
}

/** What is shown by an expression, through its choices. */
function shownBy(node) {
  if (node === null) return [];
  if (node.type === 'ConditionalExpression')
    return [...shownBy(node.consequent), ...shownBy(node.alternate)];
  if (node.type === 'LogicalExpression') return [...shownBy(node.left), ...shownBy(node.right)];
  if (node.type === 'ParenthesizedExpression' || node.type === 'TSAsExpression')
    return shownBy(node.expression);
  return [node];
}

const isAmount = (node) => {
  const name = nameOf(node);
  return name !== null && AMOUNT.test(name) && !OTHERS.test(name);
};

/** What a source binds by `const` to something worked out, such as words, not to another amount. */
function workedOut(program) {
  const names = new Set();
  const visitor = new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init !== null && !shownBy(init).some(isAmount))
        names.add(id.name);
    },
  });
  visitor.visit(program);
  return names;
}

/** The places of a source where something is turned into what a person reads. */
function placesOf(program, isApp) {
  const shown = [];
  const byHand = [];
  const unread = new Set();
  const visitor = new Visitor({
    JSXElement: ({ children }) => {
      for (const child of children)
        if (child.type === 'JSXExpressionContainer') shown.push(child.expression);
    },
    JSXFragment: ({ children }) => {
      for (const child of children)
        if (child.type === 'JSXExpressionContainer') shown.push(child.expression);
    },
    // Nobody reads a key, nor what is tagged, such as SQL.
    JSXAttribute: ({ name, value }) => {
      if (name.name === 'key') unread.add(value?.expression);
      if (SIZE.test(name.name))
        for (const node of shownBy(value?.expression ?? null)) unread.add(node);
    },
    Property: ({ key, value }) => {
      if (SIZE.test(nameOf(key) ?? '')) unread.add(value);
    },
    TaggedTemplateExpression: ({ quasi }) => unread.add(quasi),
    TemplateLiteral: (node) => {
      if (unread.has(node)) return;
      shown.push(...node.expressions);
      for (const [n, quasi] of node.quasis.entries())
        if (
          (n < node.expressions.length && BY_HAND.test(quasi.value.cooked ?? '')) ||
          (isApp && n > 0 && PERCENT.test(quasi.value.cooked ?? ''))
        )
          byHand.push(quasi);
    },
    CallExpression: (node) => {
      const name = nameOf(node.callee);
      if (name === 'String') shown.push(...node.arguments);
      if (name === 'toLocaleString') byHand.push(node);
      if (name === 'toString') shown.push(node.callee.object);
      if (name === 'formatCount' || name === 'countText') shown.push(...node.arguments);
      // What stands in a sentence of the catalogue.
      if (name === 't')
        for (const argument of node.arguments)
          if (argument.type === 'ObjectExpression')
            for (const property of argument.properties)
              if (property.type === 'Property') shown.push(property.value);
    },
    NewExpression: (node) => {
      const name = nameOf(node.callee);
      if (name === 'NumberFormat') byHand.push(node);
    },
  });
  visitor.visit(program);
  return { shown, byHand };
}

/** The sentences about amounts that `source` at `file` (path from the root) shows as bare numbers; none when all is well. */
export function rawAmountsIn(file, source) {
  if (WRITERS.has(file)) return [];
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const { shown, byHand } = placesOf(program, file.startsWith('src/'));
  const words = workedOut(program);
  const isRaw = (node) => isAmount(node) && !(node.type === 'Identifier' && words.has(node.name));
  const at = ({ start, end }) =>
    `${file}:${source.slice(0, start).split('\n').length} ${source.slice(start, end)}`;
  return [
    ...shown
      .flatMap(shownBy)
      .filter(isRaw)
      .map((node) => `${at(node)} is shown as a bare number`),
    ...byHand.map((node) => `${at(node)} writes numbers by hand`),
  ];
}

if (process.argv[1] === import.meta.filename) {
  const root = dirname(import.meta.dirname);
  const files = ['server', 'src', 'sw'].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const complaints = files.flatMap((path) =>
    rawAmountsIn(relative(root, path).replaceAll('\\', '/'), readFileSync(path, 'utf8')),
  );
  console.log(complaints.join('\n'));
  process.exitCode = complaints.length === 0 ? 0 : 1;
}
