import { createRequire } from 'node:module';
import { type admob_v1beta, admob as admobClient, auth } from 'googleapis/build/src/apis/admob/index.js';

// Only the needed part of the package's types, which have four million lines.
export { type admob_v1beta, admobClient, auth };

export type OAuth2Client = InstanceType<typeof auth.OAuth2>;

/** Makes the library's client at run time from a discovery document. */
export function discoverAPI(url: string, options: object): Promise<unknown> {
  const { google } = createRequire(import.meta.url)('googleapis') as {
    readonly google: { discoverAPI(url: string, options: object): Promise<unknown> };
  };
  return google.discoverAPI(url, options);
}
