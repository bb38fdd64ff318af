import type { MediationGroup } from '../../src/mediation/ports/entities.ts';
import type { MediationStore } from '../../src/mediation/ports/store.ts';
import type { Batch, Work } from '../harness/measure.ts';
import { WRITERS } from './http-sides.ts';
import { auditOf, changed, groupOf } from './sample.ts';
import { FEW_GROUPS, LINES } from './sizes.ts';

/** The writes of the server's store, without the rest of the server. */
export function storeSides(store: MediationStore, created: (groups: number) => void) {
  let number = FEW_GROUPS;
  const record = () => store.write((writer) => writer.record(auditOf(groupOf(0, LINES))));
  const create = () => {
    number += 1;
    const group = groupOf(number, LINES);
    return store.write(async (writer) => {
      await writer.insertGroup(group);
      await writer.record(auditOf(group));
    });
  };
  let group: MediationGroup = groupOf(0, LINES);
  const patch = async () => {
    const before = group;
    const after = changed(before);
    await store.write(async (writer) => {
      await writer.updateGroup(before, after);
      await writer.record(auditOf(after, before));
    });
    group = { ...after, revision: before.revision + 1 };
  };
  const byMany = (write: () => Promise<void>): Batch => ({
    makes: WRITERS,
    run: () => Promise.all(Array.from({ length: WRITERS }, write)),
  });
  const counted = async () => {
    await create();
    created(1);
  };
  return {
    storeRow: record,
    storeCreate: counted,
    storePatch: patch,
    storeRowByMany: byMany(record),
    storeCreateByMany: byMany(counted),
  } satisfies Record<string, Work | Batch>;
}
