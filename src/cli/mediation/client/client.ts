import { type MediationClient, mediationClient } from '../../../client/mediation.ts';
import { PATIENCE, type Patience } from '../../../client/retries.ts';
import type { ClientTls } from '../../../client/transport/client-tls.ts';
import { sendTo } from '../../../client/transport/node.ts';
import { VERSION } from '../../../server/version.ts';
import { MEDIATION_METHODS } from '../../methods/mediation.ts';
import { explainRefusal } from './refusal.ts';

/** Replaces the token in the texts of an error: a server or a proxy may have put it into its answer. */
function hideToken(error: unknown, token: string): unknown {
  if (token === '' || !(error instanceof Error)) return error;
  const hidden = (text: string) => text.replaceAll(token, '***');
  error.message = hidden(error.message);
  if (error.stack !== undefined) error.stack = hidden(error.stack);
  const holder = error as { body?: unknown };
  if (holder.body !== undefined) {
    const text = JSON.stringify(holder.body);
    if (text.includes(token)) holder.body = JSON.parse(hidden(text));
  }
  return error;
}

/** Client of the mediation interface of any server that has it. */
export interface MediationApi extends MediationClient {
  readonly baseUrl: string;
}

interface Options {
  /** Without a slash at the end; it may have a path. */
  readonly baseUrl: string;
  /** Asked before every request, so that an expired token can be refreshed. */
  readonly token: () => string | Promise<string>;
  readonly tls?: ClientTls | undefined;
  readonly patience?: Patience;
  /** The command that signs in at this server. */
  readonly signIn?: string;
}

/** The public service compresses answers only for user agents that name gzip. */
const USER_AGENT = `diptych/${VERSION} (gzip)`;

/** Milliseconds for one attempt. */
const TIMEOUT = 120_000;

export function mediationAt({ baseUrl, token, tls, patience = PATIENCE, signIn }: Options): MediationApi {
  let bearer = '';
  const headers = async () => {
    bearer = await token();
    return { authorization: `Bearer ${bearer}`, accept: 'application/json', 'user-agent': USER_AGENT };
  };
  const explain = (error: unknown) => hideToken(explainRefusal(error, baseUrl, signIn), bearer);
  const send = sendTo({ url: baseUrl, headers, timeout: TIMEOUT, tls });
  return { baseUrl, ...mediationClient(MEDIATION_METHODS, send, { patience, explain }) };
}
