import type { Page } from '../../issuer/ports/lists.ts';
import type { OperatorReader } from '../../issuer/ports/operators.ts';
import { withName } from '../access/user-names.ts';
import { HOLD_METHODS } from '../contract/holds/methods.ts';
import { listPage } from '../operation/list-page.ts';
import { issuer, operation } from '../operation/operation.ts';
import { holdView } from './hold.ts';

/** Ids of holds are random: in their order, the hold that was just placed could be on any page. */
const NEWEST = { by: 'placedAt', descending: true } as const;

/** Who placed a hold, from the audit log. Its entry may be purged. */
async function placerOf(reader: OperatorReader, subjectId: string): Promise<string | undefined> {
  const filter = { subject: 'legalHold', subjectId, event: 'place' } as const;
  const [entry] = await reader.listEntries({ limit: 1 }, filter, 'basic');
  return entry?.actor.kind === 'operator' ? entry.actor.operatorId : undefined;
}

export const listHolds = operation(HOLD_METHODS.listHolds, {
  needs: issuer,
  async run({ store, names }, request, caller) {
    const read = (page: Page) => store.read((reader) => reader.listHolds(page));
    const { rows, next } = await listPage(request, { list: 'holds' }, read, ({ holdId }) => holdId, NEWEST);
    const placed = await store.read(async (reader) => {
      const holds: (readonly [(typeof rows)[number], string | undefined])[] = [];
      for (const hold of rows) holds.push([hold, await placerOf(reader, hold.holdId)]);
      return holds;
    });
    const emails = await names(
      caller,
      placed.map(([, id]) => id),
    );
    const holds = placed.map(([hold, placedBy]) => ({
      ...holdView(hold),
      ...(placedBy !== undefined && { placedBy }),
      ...withName(emails, 'placedByName', placedBy),
    }));
    return { holds, ...next };
  },
});
