import type { ClauseRow } from '../../../conventions/clauses.ts';

/** Rulings of ours on points that the specification leaves open; another issuer may decide otherwise. */
export const OPEN_POINTS: readonly ClauseRow[] = [
  [
    'ruling-25',
    'Open points',
    'may',
    'Order of checks: metadata, version, issuerId (another issuer: forbidden), required fields, identifiers, state, signatures.',
    'forbidden',
  ],
  [
    'ruling-26',
    'Open points',
    'may',
    'The two key operations need no requestMetadata and accept an empty body.',
  ],
  [
    'ruling-27',
    'Open points',
    'may',
    'A device that asked for a nonce but is not registered: invalidState. No open nonce: invalidState; another challenge: forbidden.',
    'invalidState',
  ],
  ['ruling-28', 'Open points', 'may', 'Keystore-backed chains without tag 721 are a setting of the issuer.'],
  [
    'ruling-29',
    'Open points',
    'may',
    'Authentication key certificates are valid now, and bound to the proof of provisioning.',
    'invalidFieldValue',
  ],
  [
    'ruling-30',
    'Open points',
    'may',
    'The number of keys in a request is limited. The same keys again return the same MSOs; known and new keys mixed: invalidFieldValue.',
    'invalidFieldValue',
  ],
  [
    'ruling-31',
    'Open points',
    'may',
    'A deleted or revoked credential is not provisioned again. One live credential for each deviceReferenceId.',
    'invalidState',
  ],
  ['ruling-33', 'Open points', 'may', 'An absent member of version is 0, an absent clientMessage is empty.'],
  [
    'ruling-34',
    'Open points',
    'may',
    'An unknown operation is an invalidIdentifier; a wrong method or type an invalidFieldValue.',
  ],
  ['ruling-37', 'Open points', 'may', 'Proofings of a revoked holder are rejected with recordInvalid.'],
  [
    'ruling-38',
    'Open points',
    'may',
    'The same proof of provisioning again is a retry; another one while active is an invalidState.',
    'invalidState',
  ],
  ['ruling-40', 'Open points', 'may', 'A proofing without evidence is rejected with evidenceIncomplete.'],
  ['ruling-42', 'Open points', 'may', 'A device without a live credential may register another key.'],
  [
    'ruling-44',
    'Open points',
    'may',
    'A repeated member in a JSON body is an invalidFieldValue.',
    'invalidFieldValue',
  ],
  [
    'codes.once',
    'Open points',
    'may',
    'A pre-authorization code can be used for one proofing only. Another use is a rejected proofing.',
  ],
  [
    'retries',
    'Open points',
    'may',
    'Operations are idempotent on their ids, also for requests that arrive at the same time.',
  ],
];
