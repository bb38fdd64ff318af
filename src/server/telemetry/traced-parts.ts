import type { Connector } from '../../connector/index.ts';
import type { Store } from '../../conventions/store.ts';
import type { KeyCustody } from '../../keys/custody.ts';
import type { Tracing } from './tracing.ts';

/** A store whose reads and writes are spans, with the name of the store. */
export function tracedStore<Reader, Writer, S extends Store<Reader, Writer>>(
  store: S & Store<Reader, Writer>,
  name: string,
  tracing: Tracing | undefined,
): S {
  if (tracing === undefined) return store;
  const attributes = { 'diptych.store': name };
  const spans: Store<Reader, Writer> = {
    read: (use) => tracing.child('store.read', attributes, () => store.read(use)),
    snapshot: (use) => tracing.child('store.snapshot', attributes, () => store.snapshot(use)),
    write: (use) => tracing.child('store.write', attributes, () => store.write(use)),
  };
  return { ...store, ...spans };
}

/** A custody whose uses of private keys are spans. */
export function tracedCustody(custody: KeyCustody, tracing: Tracing | undefined): KeyCustody {
  if (tracing === undefined) return custody;
  return {
    ...custody,
    create: (keyId, use) => tracing.child('custody.create', {}, () => custody.create(keyId, use)),
    sign: (keyId, bytes) => tracing.child('custody.sign', {}, () => custody.sign(keyId, bytes)),
    agree: (keyId, point) => tracing.child('custody.agree', {}, () => custody.agree(keyId, point)),
  };
}

/** A system of record whose lookups are spans. Codes and ids of holders are not in them. */
export function tracedConnector(records: Connector, tracing: Tracing | undefined): Connector {
  if (tracing === undefined) return records;
  return {
    byCode: (code, claim) => tracing.child('records.byCode', {}, () => records.byCode(code, claim)),
    byId: (holderId, requestId) => tracing.child('records.byId', {}, () => records.byId(holderId, requestId)),
    close: records.close,
  };
}
