import { freshTurn } from '../../conventions/event-loop-turns.ts';
import { nameIn } from '../../issuer/record/person-name.ts';
import { HOLDER_METHODS } from '../contract/holders/methods.ts';
import { issuer, operation } from '../operation/operation.ts';

/** Records that one statement reads: each has a portrait. */
const AT_ONCE = 10;

/** A look is recorded before anything is decrypted. Each record is decrypted in a turn of its own. */
export const nameHolders = operation(HOLDER_METHODS.nameHolders, {
  needs: issuer,
  async run({ store, clock }, { ids }, actor) {
    const details = { after: { holders: ids.length } };
    const look = { subject: 'holderNames', subjectId: 'list', event: 'view', details } as const;
    await store.write((writer) => writer.record({ ...look, actor, at: clock() }));
    const named: { id: string; name?: string }[] = [];
    for (let first = 0; first < ids.length; first += AT_ONCE) {
      const part = ids.slice(first, first + AT_ONCE);
      for (const holder of await store.read((reader) => reader.holdersById(part))) {
        await freshTurn();
        const name = nameIn(holder.record);
        named.push({ id: holder.holderId, ...(name !== undefined && { name }) });
      }
    }
    return { holders: named };
  },
});
