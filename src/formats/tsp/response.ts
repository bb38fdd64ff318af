import { DerError, type DerReader, readDer, TAG } from '../der/index.ts';
import { TimeStampError } from '../errors.ts';

/** PKIStatus: the token is there and as requested. */
const GRANTED = 0;

function readToken(reader: DerReader): Uint8Array | undefined {
  const fields = reader.sequence();
  const status = fields.sequence();
  const code = status.smallInteger();
  while (!status.done) status.wellFormedElement();
  const token = fields.done ? undefined : fields.element(TAG.sequence);
  fields.end();
  return code === GRANTED ? token : undefined;
}

/** The token in a TimeStampResp (RFC 3161, section 2.4.2), not yet verified. Throws TimeStampError. */
export function tokenInResponse(response: Uint8Array): Uint8Array {
  let token: Uint8Array | undefined;
  try {
    token = readDer(response, readToken);
  } catch (cause) {
    if (!(cause instanceof DerError)) throw cause;
    throw new TimeStampError('malformed', `malformed answer: ${cause.message}`, { cause });
  }
  if (token) return token;
  throw new TimeStampError('refused', 'the authority did not grant a time stamp');
}
