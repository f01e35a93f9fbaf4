import { createRequire } from 'node:module';
import type { StoredForest } from './forest.ts';

/*
 * Google's YDF (package ydf-training, WebAssembly) trains the trees. It asks trees slowly and can not say why, and writes
 * its models by a global JSZip: they are read here from the files that it hands to that, and asked by forest.ts.
 */

interface YdfModel {
  getLabelClasses(): string[];
  /** The files of the model, by name (see `collectFiles`). */
  save(): Promise<unknown>;
  unload(): void;
}

interface YdfLearner {
  train(data: Readonly<Record<string, readonly (number | string)[]>>): YdfModel;
}

type Task = 'CLASSIFICATION' | 'REGRESSION';

interface Ydf {
  GradientBoostedTreesLearner: new (label: string, task: Task) => YdfLearner;
}

type LoadYdf = (options: { print: () => void; printErr: () => void }) => Promise<Ydf>;

const silent = { print: () => undefined, printErr: () => undefined };
const LABEL = 'label';
const YES = 'yes';
const NO = 'no';

type Files = Map<string, Buffer>;

/** Stands where YDF looks for JSZip, and only collects. */
class FileCollector {
  readonly files: Files = new Map();

  file(name: string, bytes: Uint8Array): void {
    this.files.set(name, Buffer.from(bytes));
  }

  generateAsync(): Promise<Files> {
    return Promise.resolve(this.files);
  }
}

let loaded: Promise<Ydf> | null = null;

async function loadYdf(): Promise<Ydf> {
  Object.assign(globalThis, { JSZip: FileCollector });
  const load = createRequire(import.meta.url)('ydf-training') as LoadYdf;
  loaded ??= load(silent);
  return loaded;
}

/** Number and value of each field of a protocol buffer's message, one after the other. */
function* fieldsOf(bytes: Buffer): Generator<readonly [number, number | Buffer], void, undefined> {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes.readUInt8(at);
      at += 1;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const key = varint();
    const [field, kind] = [Math.floor(key / 8), key % 8];
    if (kind === 0) yield [field, varint()];
    else if (kind === 2) {
      const size = varint();
      yield [field, bytes.subarray(at, at + size)];
      at += size;
    } else if (kind === 1 || kind === 5) {
      yield [field, kind === 1 ? bytes.readDoubleLE(at) : bytes.readFloatLE(at)];
      at += kind === 1 ? 8 : 4;
    } else throw new Error(`YDF wrote a field of kind ${kind}.`);
  }
}

/** The last value at a path of fields; null: there is none. */
function fieldAt(bytes: Buffer, ...path: readonly number[]): number | Buffer | null {
  const [first, ...rest] = path;
  let found: number | Buffer | null = null;
  for (const [field, value] of fieldsOf(bytes)) if (field === first) found = value;
  if (rest.length === 0 || found === null) return found;
  return Buffer.isBuffer(found) ? fieldAt(found, ...rest) : null;
}

const numberAt = (bytes: Buffer, ...path: readonly number[]): number => {
  const found = fieldAt(bytes, ...path);
  return typeof found === 'number' ? found : 0;
};

function fileOf(files: Files, name: string): Buffer {
  const bytes = files.get(name);
  if (bytes === undefined) throw new Error(`YDF wrote no ${name}.`);
  return bytes;
}

/** The columns' names, in the order in which nodes count them (data_spec.proto: columns = 1, name = 2). */
function columnsOf(files: Files): string[] {
  const names: string[] = [];
  for (const [field, column] of fieldsOf(fileOf(files, 'data_spec.pb')))
    if (field === 1 && Buffer.isBuffer(column)) names.push(String(fieldAt(column, 2)));
  return names;
}

/** A "blob sequence": its mark, version and 4 bytes, then size and bytes of each node. */
function nodesOf(files: Files): Buffer[] {
  const bytes = fileOf(files, 'nodes-00000-of-00001');
  if (bytes.subarray(0, 2).toString('latin1') !== 'BS') throw new Error('YDF wrote no nodes.');
  const nodes: Buffer[] = [];
  for (let at = 8; at < bytes.length;) {
    const size = bytes.readUInt32LE(at);
    nodes.push(bytes.subarray(at + 4, at + 4 + size));
    at += 4 + size;
  }
  return nodes;
}

/**
 * Reads the trees (decision_tree.proto). A node is written before its children, the one for lower values first. A
 * question is "at least" (condition.higher.threshold); its mean answer is regressor.top_value.
 */
function readForest(files: Files): StoredForest {
  const columns = columnsOf(files);
  const header = fileOf(files, 'gradient_boosted_trees_header.pb');
  const nodes = nodesOf(files);
  const forest: StoredForest = {
    bias: numberAt(header, 4),
    roots: [],
    signs: [],
    cuts: [],
    highs: [],
    values: [],
  };
  const read = (): void => {
    const at = forest.signs.length;
    const node = nodes[at];
    if (node === undefined) throw new Error('YDF wrote a tree without its end.');
    const condition = fieldAt(node, 3);
    forest.values.push(numberAt(node, 2, 1));
    if (!Buffer.isBuffer(condition)) {
      forest.signs.push(-1);
      forest.cuts.push(0);
      forest.highs.push(0);
      return;
    }
    const cut = fieldAt(condition, 3, 2, 1);
    if (typeof cut !== 'number') throw new Error('YDF asked another question than "at least".');
    forest.signs.push(Number(columns[numberAt(condition, 2)]?.slice(1)));
    forest.cuts.push(cut);
    forest.highs.push(0);
    read();
    forest.highs[at] = forest.signs.length;
    read();
  };
  while (forest.signs.length < nodes.length) {
    forest.roots.push(forest.signs.length);
    read();
  }
  return forest;
}

/** The same trees for the other answer. */
const turned = (forest: StoredForest): StoredForest => ({
  ...forest,
  bias: -forest.bias,
  values: forest.values.map((value) => -value),
});

/** What trees learn from: rows side by side, `width` signs each, and what came of each row. */
export interface ForestRows {
  readonly rows: Float32Array;
  readonly width: number;
  readonly labels: ArrayLike<number>;
}

/**
 * Trains trees: of `CLASSIFICATION` their sum is the log odds of label 1 (both labels must be there), of `REGRESSION` the
 * mean label. The same rows in the same order give the same trees. Signs that are `left` out are not asked.
 */
export async function trainForest(
  { rows, width, labels }: ForestRows,
  task: Task,
  left: ReadonlySet<number> = new Set(),
): Promise<StoredForest> {
  const ydf = await loadYdf();
  const data: Record<string, (number | string)[]> = {};
  const used = Array.from({ length: width }, (_, sign) => sign).filter((sign) => !left.has(sign));
  for (const sign of used)
    data[`s${sign}`] = Array.from(labels, (_, at) => rows[at * width + sign] ?? 0);
  data[LABEL] = Array.from(labels, (label) =>
    task === 'REGRESSION' ? label : label === 1 ? YES : NO,
  );
  const model = new ydf.GradientBoostedTreesLearner(LABEL, task).train(data);
  try {
    const forest = readForest((await model.save()) as Files);
    const isTurned = task === 'CLASSIFICATION' && model.getLabelClasses()[1] !== YES;
    return isTurned ? turned(forest) : forest;
  } finally {
    model.unload();
  }
}
