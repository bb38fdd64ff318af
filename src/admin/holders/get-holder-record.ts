import { isoTime } from '../../conventions/json-schema.ts';
import type { EarlierRecord } from '../../issuer/ports/earlier-records.ts';
import { changedElements } from '../../issuer/record/record.ts';
import { HOLDER_METHODS } from '../contract/holders/methods.ts';
import { issuer, operation } from '../operation/operation.ts';
import { holderById, holderView } from './holder.ts';
import { recordView } from './record-view.ts';

const earlierView = ({ recordVersion, replacedAt, record }: EarlierRecord, now: Uint8Array) => ({
  recordVersion,
  replaceTime: isoTime(replacedAt),
  namespaces: recordView(record),
  changedElements: [...changedElements(record, now)],
});

/** The transaction that reads the record also writes an entry to the audit log. */
export const getHolderRecord = operation(HOLDER_METHODS.getHolderRecord, {
  needs: issuer,
  async run({ store, clock }, { id }, actor) {
    const { holder, earlier } = await store.write(async (writer) => {
      const holder = await holderById(writer, id);
      await writer.record({ subject: 'holder', subjectId: id, event: 'view', actor, at: clock() });
      return { holder, earlier: await writer.earlierRecord(id) };
    });
    const namespaces = recordView(holder.record);
    return {
      holder: holderView(holder),
      namespaces,
      ...(earlier && { earlier: earlierView(earlier, holder.record) }),
    };
  },
});
