import { hash } from 'node:crypto';
import { canonicalJson } from '../../conventions/canonical-json.ts';
import { versionTag } from '../../conventions/etag.ts';

/** Characters of the digest: 132 bits. */
const LENGTH = 22;

/**
 * The tag covers the view that callers see, so a passed deadline changes it even before a sweep stores it.
 */
export const etagged = <View extends object>(view: View): View & { readonly etag: string } => ({
  ...view,
  etag: versionTag(hash('sha256', canonicalJson(view), 'base64url').slice(0, LENGTH)),
});
