import type { Receipt, SealedOperation } from '../../contract/queued-work.ts';
import { runTogether } from './operation-batch.ts';
import { findBeforehand, isSameOperation, receiptOf } from './operation-rows.ts';
import { releaseChildren, runOperation } from './operation-run.ts';
import type { DeliveryRun } from './operation-run.ts';

/** One loan's operations, in their order. */
type Lane = readonly SealedOperation[];

/** Transactions of one delivery side by side. */
const PARALLEL = 2;
/** Operations of one transaction, unless one loan alone has more. */
const TOGETHER = 50;

const stopped = {
  status: 503,
  code: 'WAITS',
  message: 'An earlier one of the same loan has to be tried again first.',
};

/** One after the other. After one that must be tried again the rest waits, so that the order holds. */
async function runLane(run: DeliveryRun, lane: Lane): Promise<Receipt[]> {
  const receipts: Receipt[] = [];
  for (const sealed of lane) {
    const isStopped = receipts.some((receipt) => receipt.outcome === 'RETRY');
    receipts.push(
      isStopped ? receiptOf(sealed, 'RETRY', stopped) : await runOperation(run, sealed),
    );
  }
  return receipts;
}

function lanesOf(operations: readonly SealedOperation[]): Lane[] {
  const lanes = new Map<string, SealedOperation[]>();
  for (const sealed of [...operations].sort((a, b) => a.sequence - b.sequence)) {
    const lane = lanes.get(sealed.loanId);
    if (lane) lane.push(sealed);
    else lanes.set(sealed.loanId, [sealed]);
  }
  return [...lanes.values()];
}

/** Whole lanes by the transaction they go in. */
function bundlesOf(lanes: readonly Lane[]): Lane[][] {
  const bundles: Lane[][] = [];
  let size = 0;
  for (const lane of lanes) {
    const last = bundles.at(-1);
    if (last && size + lane.length <= TOGETHER) last.push(lane);
    else bundles.push([lane]);
    size = last && size + lane.length <= TOGETHER ? size + lane.length : lane.length;
  }
  return bundles;
}

/** All lanes' first operations, then all their second ones, and so on: contacts come to stand side by side. */
function staged(bundle: readonly Lane[]): SealedOperation[] {
  const most = Math.max(...bundle.map((lane) => lane.length));
  return Array.from({ length: most }, (_, stage) =>
    bundle.flatMap((lane) => lane.slice(stage, stage + 1)),
  ).flat();
}

/** All of it at once, or else in halves, down to the lane that something stands in the way of. */
async function runBundle(run: DeliveryRun, bundle: readonly Lane[]): Promise<Receipt[]> {
  const together = await runTogether(run, staged(bundle));
  if (together) {
    await releaseChildren(
      run,
      together.map(({ opId }) => opId),
    );
    return together;
  }
  const [lane = []] = bundle;
  if (bundle.length === 1) return runLane(run, lane);
  const middle = Math.ceil(bundle.length / 2);
  const first = await runBundle(run, bundle.slice(0, middle));
  return [...first, ...(await runBundle(run, bundle.slice(middle)))];
}

/**
 * Runs operations in order per loan, loans side by side, each exactly once. What never came before goes together in few
 * transactions; what is known, or held back others, goes its own way. The receipts come in no order.
 */
export async function runLanes(
  run: DeliveryRun,
  operations: readonly SealedOperation[],
): Promise<Receipt[]> {
  const { db } = run.context;
  const ids = operations.map(({ opId }) => opId);
  const { known, parents } = await findBeforehand(db, ids);
  const isDone = (sealed: SealedOperation): boolean => {
    const row = known.get(sealed.opId);
    return row?.outcome === 'DONE' && isSameOperation(row, run.device, sealed);
  };
  const receipts = operations.filter(isDone).map((sealed) => receiptOf(sealed, 'DONE'));
  const lanes = lanesOf(operations.filter((sealed) => !isDone(sealed)));
  const isNew = ({ opId }: SealedOperation) => !known.has(opId) && !parents.has(opId);
  const fresh = lanes.filter((lane) => lane.every(isNew));
  const others = lanes.filter((lane) => !lane.every(isNew));
  const tasks = [
    ...bundlesOf(fresh).map((bundle) => async () => runBundle(run, bundle)),
    ...others.map((lane) => async () => runLane(run, lane)),
  ];
  const worker = async (): Promise<void> => {
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift())
      receipts.push(...(await task()));
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return receipts;
}
