import { StatusError } from '../../conventions/status.ts';
import { decode } from '../../formats/cbor/index.ts';
import { imageType } from '../../formats/image/index.ts';
import { decodeRecord } from '../../issuer/record/record.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import type { AdminOperation } from '../operation.ts';
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
export const getHolderPortrait: AdminOperation<
  'getHolderPortrait',
  Pick<IssuerAdminDeps, 'store' | 'clock'>
> =
  ({ store, clock }) =>
  async ({ id }, actor) => {
    const { content, mediaType } = await store.write(async (writer) => {
      const portrait = portraitOf((await holderById(writer, id)).record);
      await writer.record({ subject: 'holder', subjectId: id, event: 'viewPortrait', actor, at: clock() });
      return portrait;
    });
    return { mediaType, content: Buffer.from(content).toString('base64') };
  };
