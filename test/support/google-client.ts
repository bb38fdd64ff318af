import { createRequire } from 'node:module';
import { type admob_v1beta, admob as admobClient, auth } from 'googleapis/build/src/apis/admob/index.js';

// The types of the whole package are four million lines; this is the part of it that is meant.
export { type admob_v1beta, admobClient, auth };

export type OAuth2Client = InstanceType<typeof auth.OAuth2>;

/** The library's client that is made at run time from a discovery document. */
export function discoverAPI(url: string, options: object): Promise<unknown> {
  const { google } = createRequire(import.meta.url)('googleapis') as {
    readonly google: { discoverAPI(url: string, options: object): Promise<unknown> };
  };
  return google.discoverAPI(url, options);
}
