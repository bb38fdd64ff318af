import { StatusError } from '../../conventions/status.ts';
import { decode } from '../../formats/cbor/index.ts';
import { imageType } from '../../formats/image/index.ts';
import type { OperatorReader } from '../../issuer/ports/operators.ts';
import { decodeRecord } from '../../issuer/record/record.ts';
import { HOLDER_METHODS } from '../contract/holders/methods.ts';
import { issuer, operation } from '../operation/operation.ts';
import { holderById } from './holder.ts';

function portraitOf(record: Uint8Array) {
  const elements = decodeRecord(record).flatMap((namespace) => namespace.elements);
  const element = elements.find(({ identifier }) => identifier === 'portrait');
  const content = element && decode(element.value);
  const mediaType = content instanceof Uint8Array ? imageType(content) : undefined;
  if (content instanceof Uint8Array && mediaType !== undefined) return { content, mediaType };
  throw new StatusError('PORTRAIT_NOT_FOUND', 'the record of this holder has no portrait');
}

async function recordOf(reader: OperatorReader, id: string, record: 'now' | 'earlier'): Promise<Uint8Array> {
  const holder = await holderById(reader, id);
  if (record === 'now') return holder.record;
  const earlier = await reader.earlierRecord(id);
  if (earlier) return earlier.record;
  throw new StatusError('PORTRAIT_NOT_FOUND', 'there is no earlier record of this holder');
}

/** The transaction that reads the portrait also writes an entry to the audit log. */
export const getHolderPortrait = operation(HOLDER_METHODS.getHolderPortrait, {
  needs: issuer,
  async run({ store, clock }, { id, record = 'now' }, actor) {
    const { content, mediaType } = await store.write(async (writer) => {
      const portrait = portraitOf(await recordOf(writer, id, record));
      const look = { subject: 'holder', subjectId: id, event: 'viewPortrait' } as const;
      const which = record === 'earlier' && { details: { after: { record } } };
      await writer.record({ ...look, ...which, actor, at: clock() });
      return portrait;
    });
    return { mediaType, content: Buffer.from(content).toString('base64') };
  },
});
