import { HOLDER_METHODS } from '../contract/holders/methods.ts';
import { issuer, operation } from '../operation/operation.ts';
import { holderById, holderView } from './holder.ts';
import { recordView } from './record-view.ts';

/** The transaction that reads the record also writes an entry to the audit log. */
export const getHolderRecord = operation(HOLDER_METHODS.getHolderRecord, {
  needs: issuer,
  async run({ store, clock }, { id }, actor) {
    const holder = await store.write(async (writer) => {
      const found = await holderById(writer, id);
      await writer.record({ subject: 'holder', subjectId: id, event: 'view', actor, at: clock() });
      return found;
    });
    return { holder: holderView(holder), namespaces: recordView(holder.record) };
  },
});
