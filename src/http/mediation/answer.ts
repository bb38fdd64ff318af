import type { Schema } from '../../conventions/index.ts';
import type { Caller, CallPath } from '../../mediation/access.ts';
import { METHODS, type MethodName } from '../../mediation/contract/index.ts';
import type { MediationPanel } from '../../mediation/panel.ts';
import { conventionalHandler } from '../conventions/index.ts';

/** A request of the method from the query on; its caller was admitted. */
export function answer(panel: MediationPanel, name: MethodName) {
  return conventionalHandler(METHODS[name].response as Schema, (request, sent) => {
    const { params, id: requestId } = request;
    const caller = request.caller as Caller;
    return panel.prepare(name, { ...sent, path: params as CallPath, caller, requestId });
  });
}
