import { type Envelope, httpStatusOf, refusal } from '../conventions/index.ts';

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  pragma: 'no-cache',
};

/** Errors as in RFC 6749 5.2, for what reaches no endpoint. */
export const oauthEnvelope: Envelope = {
  prefix: '/oauth/',
  refuse(reason) {
    const error = refusal(reason);
    const body = { error: 'invalid_request', error_description: error.message };
    return { status: httpStatusOf(error), headers: HEADERS, text: JSON.stringify(body) };
  },
};
