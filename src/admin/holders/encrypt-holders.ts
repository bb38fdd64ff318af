import { retryOnConflict } from '../../conventions/errors.ts';
import { HOLDER_METHODS } from '../contract/holders/methods.ts';
import { issuer, operation } from '../operation/operation.ts';

/** Few enough that other writes do not wait long. */
const PER_WRITE = 20;

/**
 * Encrypts a part of the records that an earlier version stored. The first call makes the keys, and from then on new
 * records are encrypted.
 */
export const encryptHolders = operation(HOLDER_METHODS.encryptHolders, {
  needs: issuer,
  async run({ store, clock, epochs }, { after = '' }, actor) {
    epochs.start();
    const encrypt = () =>
      store.write(async (writer) => {
        const part = await writer.encryptHolders(after, PER_WRITE);
        const event = { subject: 'recordKey', subjectId: `epoch-${epochs.current()}` } as const;
        const details = { after: { holders: part.encrypted } };
        if (part.encrypted > 0)
          await writer.record({ ...event, event: 'encrypt', details, actor, at: clock() });
        return part;
      });
    const { encrypted, last } = await retryOnConflict(encrypt);
    if (last === undefined) await store.expunge('encryption');
    return { encrypted, ...(last !== undefined && { last }) };
  },
});
