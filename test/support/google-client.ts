import { createRequire } from 'node:module';
import { type admob_v1beta, admob as admobClient, auth } from 'googleapis/build/src/apis/admob/index.js';

// Only the needed part of the package's types, which have four million lines.
export { type admob_v1beta, admobClient, auth };

export type OAuth2Client = InstanceType<typeof auth.OAuth2>;

const { resolve } = createRequire(import.meta.url);
const { Discovery } = createRequire(resolve('googleapis'))('googleapis-common') as {
  readonly Discovery: new (
    options: object,
  ) => { discoverAPI(url: string): Promise<(options: object, google: object) => unknown> };
};

/**
 * Makes the library's client at run time from a discovery document, as its `google.discoverAPI`, which first loads the
 * clients of 300 other interfaces.
 */
export async function discoverAPI(url: string, options: object): Promise<unknown> {
  const endpoint = await new Discovery({}).discoverAPI(url);
  return endpoint(options, { _options: {} });
}
