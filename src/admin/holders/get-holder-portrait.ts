import { StatusError } from '../../conventions/status.ts';
import { decode } from '../../formats/cbor/index.ts';
import { imageType } from '../../formats/image/index.ts';
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

/** The transaction that reads the portrait also writes an entry to the audit log. */
export const getHolderPortrait = operation(HOLDER_METHODS.getHolderPortrait, {
  needs: issuer,
  async run({ store, clock }, { id }, actor) {
    const { content, mediaType } = await store.write(async (writer) => {
      const portrait = portraitOf((await holderById(writer, id)).record);
      await writer.record({ subject: 'holder', subjectId: id, event: 'viewPortrait', actor, at: clock() });
      return portrait;
    });
    return { mediaType, content: Buffer.from(content).toString('base64') };
  },
});
