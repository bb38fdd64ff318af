import type { OperationName } from '../../issuer/contract/index.ts';
import type { Facts, Tampering } from '../device/tampering.ts';
import { newUuid } from '../effects.ts';
import { type Fault, type FaultStage, onlyFor, refusedWith, without } from './fault.ts';

type IdName = 'deviceReferenceId' | 'proofingId' | 'credentialId';

interface Place {
  readonly prefix: string;
  readonly operation: OperationName;
  readonly from: FaultStage;
  /** Ids that must exist and must belong to this device. */
  readonly known: readonly IdName[];
  /** Ids that a device chooses. A new id is valid; an id of another user is not. */
  readonly madeUp?: readonly IdName[];
}

/** The ids of every operation that the issuer must check. */
const PLACES: readonly Place[] = [
  { prefix: 'register', operation: 'registerDevice', from: 'new', known: ['deviceReferenceId'] },
  {
    prefix: 'proof',
    operation: 'proofUser',
    from: 'registered',
    known: ['deviceReferenceId'],
    madeUp: ['proofingId'],
  },
  {
    prefix: 'proofing-status',
    operation: 'getProofingStatus',
    from: 'proofed',
    known: ['deviceReferenceId', 'proofingId'],
  },
  {
    prefix: 'cancel',
    operation: 'cancelProofing',
    from: 'proofed',
    known: ['deviceReferenceId', 'proofingId'],
  },
  {
    prefix: 'provision',
    operation: 'provisionCredential',
    from: 'proofed',
    known: ['deviceReferenceId', 'proofingId'],
    madeUp: ['credentialId'],
  },
  {
    prefix: 'msos',
    operation: 'provisionMobileSecurityObjects',
    from: 'provisioned',
    known: ['deviceReferenceId', 'credentialId'],
  },
  {
    prefix: 'status',
    operation: 'getCredentialStatus',
    from: 'provisioned',
    known: ['deviceReferenceId', 'credentialId'],
  },
  {
    prefix: 'delete',
    operation: 'notifyCredentialDeleted',
    from: 'provisioned',
    known: ['deviceReferenceId', 'credentialId'],
  },
];

const SLUGS: Record<IdName, string> = {
  deviceReferenceId: 'device',
  proofingId: 'proofing',
  credentialId: 'credential',
};

function replaced(operation: OperationName, id: IdName, value: (facts: Facts) => string): Tampering {
  return { request: onlyFor(operation, (body, facts) => ({ ...body, [id]: value(facts) })) };
}

function missing({ prefix, operation, from }: Place, id: IdName): Fault {
  return {
    name: `${prefix}-missing-${SLUGS[id]}`,
    what: `${id} is absent`,
    operation,
    from,
    expected: refusedWith('missingRequiredField'),
    apply: { request: onlyFor(operation, without(id)) },
  };
}

function unknown({ prefix, operation, from }: Place, id: IdName): Fault {
  return {
    name: `${prefix}-unknown-${SLUGS[id]}`,
    what: `${id} is unknown to the issuer`,
    operation,
    from,
    expected: refusedWith('invalidIdentifier'),
    apply: replaced(operation, id, ({ random }) => newUuid(random)),
  };
}

function foreign({ prefix, operation, from }: Place, id: IdName): Fault {
  return {
    name: `${prefix}-foreign-${SLUGS[id]}`,
    what: `${id} belongs to another device`,
    operation,
    from,
    expected: refusedWith('invalidIdentifier'),
    apply: replaced(operation, id, ({ stranger }) => stranger[id]),
  };
}

/** Faults of the ids in a request. A proofing or credential of another device counts as unknown. */
export const IDENTIFIER_FAULTS: readonly Fault[] = PLACES.flatMap((place) => {
  const { known, madeUp = [] } = place;
  const owned = [...known, ...madeUp].filter((id) => id !== 'deviceReferenceId');
  return [
    ...[...known, ...madeUp].map((id) => missing(place, id)),
    ...known.map((id) => unknown(place, id)),
    ...owned.map((id) => foreign(place, id)),
  ];
});
