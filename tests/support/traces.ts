import { context, diag, propagation, trace } from '@opentelemetry/api';

/** Takes back what a test registered for traces: other files may run in the same process after it. */
export function forgetTraces(): void {
  for (const api of [trace, context, propagation, diag]) api.disable();
}
