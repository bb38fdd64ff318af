import { hash } from 'node:crypto';
import { Type } from 'typebox';
import { versionTag } from '../conventions/etag.ts';
import { canonicalJson } from '../conventions/json.ts';

/** Member of a view. */
export const etag = Type.Optional(
  Type.String({ description: 'For If-Match: the same as long as nothing of the resource has changed.' }),
);

/** Characters of the digest: 132 bits. */
const LENGTH = 22;

/** The tag covers what is shown, so a passed deadline that is not recorded yet also changes it. */
export const etagged = <View extends object>(view: View): View & { readonly etag: string } => ({
  ...view,
  etag: versionTag(hash('sha256', canonicalJson(view), 'base64url').slice(0, LENGTH)),
});
