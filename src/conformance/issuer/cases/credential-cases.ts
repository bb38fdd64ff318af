import { HOUR } from '../../../conventions/time.ts';
import type { ProvisionedCredential } from '../../../formats/android/index.ts';
import { decode, encode, Tagged } from '../../../formats/cbor/index.ts';
import { decodeStaticAuthData, type StaticAuthData } from '../../../formats/mdoc/index.ts';
import type { CredentialStatus } from '../../../issuer/contract/index.ts';
import type { AuthKey, Device } from '../../../wallet/index.ts';
import type { Case } from '../../case.ts';
import { holds } from '../../deviation.ts';
import type { IssuerBench } from '../bench.ts';
import { membersOf } from '../expect.ts';
import { hasNoRoot, hasNoValues, isSignedInTime } from './mso-content.ts';

type Row = Case<IssuerBench>;

const CODE = ['testRoot', 'code'] as const;
const BATCH = 4;

/** The credential has exactly this status; userActionRequired may stand beside it. */
export async function hasStatus(device: Device, wanted: keyof CredentialStatus): Promise<void> {
  const { credentialStatus } = await device.status();
  const members = membersOf(credentialStatus).filter((name) => name !== 'userActionRequired');
  holds(members.length === 1, `credentialStatus has ${members.length} members`);
  holds(members[0] === wanted, `the credential is ${members[0]}, not ${wanted}`);
}

/** Of a new device: what the phone itself refuses is a result of the case, not of the way to it. */
async function firstMsos(own: IssuerBench['own']): Promise<readonly StaticAuthData[]> {
  const { device } = await own('provisioned');
  await device.provisionMsos(2);
  return decoded(device);
}

const decoded = ({ state }: Device): readonly StaticAuthData[] =>
  state.authKeys.flatMap(({ certified }) =>
    certified ? [decodeStaticAuthData(certified.staticAuthData)] : [],
  );

function areDifferent(values: readonly string[], what: string): void {
  holds(new Set(values).size === values.length, `two MSOs have the same ${what}`);
}

/** Whether no value of a batch tells that its MSOs belong together, except values that many holders share. */
export function areUnlinkable(msos: readonly StaticAuthData[]): void {
  const items = msos.map(({ digestIdMapping }) => [...digestIdMapping.values()].flat());
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
  areDifferent(
    items.flat().map(({ random }) => hex(random)),
    'salt',
  );
  areDifferent(
    items.map((list) =>
      list.map(({ digestId, elementIdentifier }) => `${elementIdentifier} ${digestId}`).join(),
    ),
    'digest ids',
  );
  // An entry of a status list names one MSO (ISO/IEC 18013-5, second edition, 12.3.6).
  areDifferent(
    msos.flatMap(({ issuerAuth: { mobileSecurityObject } }) =>
      mobileSecurityObject.status === undefined ? [] : [hex(encode(mobileSecurityObject.status))],
    ),
    'status',
  );
  const times = msos.flatMap(({ issuerAuth }) => {
    const { signed, validFrom, validUntil } = issuerAuth.mobileSecurityObject.validityInfo;
    return [signed, validFrom, validUntil];
  });
  holds(
    times.every((time) => Number(time) % HOUR === 0),
    'the times of the MSOs are not rounded to hours',
  );
}

/** Copies of a device that send the same keys. */
function copiesOf(device: Device, count: number): readonly Device[] {
  let keys: readonly AuthKey[] | undefined;
  const authKeys = (made: readonly AuthKey[]) => {
    keys ??= made;
    return keys;
  };
  return Array.from({ length: count }, () => device.hostile({ authKeys }));
}

function sameMsos(devices: readonly Device[]): void {
  const isServed = devices.every(({ state }) => state.authKeys.every(({ certified }) => certified));
  holds(isServed, 'a key did not get its MSO');
  const bytes = devices.map(({ state }) =>
    state.authKeys
      .map(({ certified }) => Buffer.from(certified?.staticAuthData ?? []).toString('hex'))
      .join(),
  );
  holds(new Set(bytes).size === 1, 'the same keys got different MSOs');
}

/** Texts that are long enough to be nobody else's. */
const LEAST_TEXT = 6;

/** Today is the day on which specimens are issued, and stands in many texts. */
const isDate = (identifier: string, text: string) =>
  /^\d{4}-\d\d-\d\d/.test(text) && identifier !== 'birth_date';

/** The texts of the record, as a server would write them: codes and booleans could be anything. */
function textsOf(namespaces: ProvisionedCredential['namespaces']) {
  return namespaces.flatMap(({ elements }) =>
    elements.flatMap(({ identifier, value: encoded }) => {
      const value = decode(encoded);
      const text = value instanceof Tagged ? value.value : value;
      const isOwn = typeof text === 'string' && text.length >= LEAST_TEXT && !isDate(identifier, text);
      return isOwn ? [{ identifier, text }] : [];
    }),
  );
}

/** A credential from the first request to its deletion, as an honest phone asks for it. */
export const CREDENTIAL_CASES: readonly Row[] = [
  {
    id: 'provision.honest',
    clause: 'provision.approved',
    title: 'An approved proofing gives the credential, encrypted for and signed to the device',
    needs: CODE,
    async run({ own }) {
      const credential = await (await own('proofed')).device.provision();
      holds(credential.namespaces.length > 0, 'the credential has no elements');
    },
  },
  {
    id: 'provision.existing',
    clause: 'provision.existing',
    title: 'The same credentialId again returns the same credential in the same version',
    needs: CODE,
    async run({ own }) {
      const { device } = await own('provisioned');
      const before = device.state.credential?.versionId;
      await device.provision();
      holds(device.state.credential?.versionId === before, 'the version changed');
    },
  },
  {
    id: 'provision.race',
    clause: 'retries',
    title: 'Five requests for the same new credentialId at once return one credential',
    needs: CODE,
    async run({ own, together, newId }) {
      const { device } = await own('proofed');
      const credentialId = newId();
      const copies = Array.from({ length: 5 }, () =>
        device.hostile({ state: ({ state }) => ({ ...state, credentialId }) }),
      );
      // Each fetches the identity keys first.
      await together(
        10,
        copies.map((copy) => () => copy.provision()),
      );
      const versions = new Set(copies.map(({ state }) => state.credential?.versionId));
      holds(versions.size === 1, 'the answers have different versions');
    },
  },
  {
    id: 'provision.plaintext',
    clause: 'provision.plaintext',
    title: 'Without deviceEncryptionKey the credential comes unencrypted',
    needs: ['plaintext', ...CODE],
    async run({ newDevice, newCode }) {
      const device = newDevice({ encrypt: false });
      await device.register();
      await device.proof((await newCode()).code);
      await device.provision();
      holds((await device.provisionMsos(1)) === 1, 'there is no MSO');
    },
  },
  {
    id: 'status.pending',
    clause: 'status.member',
    title: 'Before the proof of provisioning the credential is provisionPending',
    needs: CODE,
    run: async ({ own }) => hasStatus((await own('provisioned')).device, 'provisionPending'),
  },
  {
    id: 'status.active',
    clause: 'status.member',
    title: 'After the proof of provisioning the credential is active, in the version that the device holds',
    needs: CODE,
    async run({ at }) {
      const device = await at('active');
      await hasStatus(device, 'active');
      const { credentialVersionId } = await device.status();
      holds(credentialVersionId === device.state.credential?.versionId, 'the version differs');
    },
  },
  {
    id: 'msos.first',
    clause: 'msos.auth-keys',
    title: 'Each authentication key gets its MSO',
    needs: CODE,
    async run({ own }) {
      const { device } = await own('provisioned');
      const count = await device.provisionMsos(BATCH);
      holds(count === BATCH, `${BATCH} keys got ${count} MSOs`);
    },
  },
  {
    id: 'msos.content',
    clause: 'msos.content',
    title: 'An MSO has a digest for each element, is valid now, and ends when expirationTimeMillis says',
    needs: CODE,
    async run({ own, now }) {
      // The device checks digests, signatures, keys and times of each MSO that it accepts.
      const { device } = await own('active');
      const ends = device.state.authKeys.flatMap(({ certified }) => certified?.expiresAt ?? []);
      holds(ends.length > 0, 'there is no MSO');
      holds(
        ends.every((end) => end > now()),
        'an MSO has expired',
      );
    },
  },
  {
    id: 'msos.refresh',
    clause: 'msos.proof',
    title: 'A refresh without proofOfProvisioning gives more MSOs',
    needs: CODE,
    async run({ own }) {
      const { device } = await own('active');
      holds((await device.refresh(2)) === 2, 'the keys did not get their MSOs');
    },
  },
  {
    id: 'msos.none',
    clause: 'msos.auth-keys',
    title: 'A request without keys gets an empty list',
    needs: CODE,
    async run({ own }) {
      const { device } = await own('active');
      holds((await device.refresh(0)) === 0, 'there are MSOs');
    },
  },
  {
    id: 'msos.retry',
    clause: 'ruling-30',
    title: 'The same keys again get the same MSOs',
    needs: CODE,
    async run({ own }) {
      const copies = copiesOf((await own('provisioned')).device, 2);
      for (const copy of copies) await copy.provisionMsos(2);
      sameMsos(copies);
    },
  },
  {
    id: 'msos.race',
    clause: 'retries',
    title: 'Five requests with the same keys at once get the same MSOs',
    needs: CODE,
    async run({ own, together }) {
      const copies = copiesOf((await own('active')).device, 5);
      // Each fetches the encryption key and the identity keys too.
      await together(
        15,
        copies.map((copy) => () => copy.refresh(2)),
      );
      sameMsos(copies);
    },
  },
  {
    id: 'msos.unlinkable',
    clause: 'msos.unlinkable',
    title: 'The MSOs of a batch and of its refresh have no salt, digest id, status or exact time in common',
    needs: CODE,
    async run({ own }) {
      const { device } = await own('provisioned');
      await device.provisionMsos(BATCH);
      await device.refresh(BATCH);
      const msos = decoded(device);
      holds(msos.length === 2 * BATCH, `there are ${msos.length} MSOs, not ${2 * BATCH}`);
      areUnlinkable(msos);
    },
  },
  {
    id: 'msos.no-values',
    clause: 'msos.no-values',
    title: 'digestIdMapping has no values of elements',
    needs: CODE,
    run: async ({ own }) => (await firstMsos(own)).forEach(hasNoValues),
  },
  {
    id: 'msos.no-root',
    clause: 'msos.x5chain',
    title: 'x5chain has the document signer, and not the root',
    needs: CODE,
    run: async ({ own }) => (await firstMsos(own)).forEach(hasNoRoot),
  },
  {
    id: 'msos.signed-in-time',
    clause: 'msos.signed',
    title: 'An MSO is signed while the certificate of its signer is valid',
    needs: CODE,
    run: async ({ own }) => (await firstMsos(own)).forEach(isSignedInTime),
  },
  {
    id: 'proofing.reverification',
    clause: 'proofing.reverification',
    title: 'ProofUser accepts the reverification of an own active credential',
    needs: ['testRoot', 'hook issueCode'],
    async run({ own, hook }) {
      const { device, holder } = await own('active');
      const { code } = await hook('issueCode', { holder: holder() });
      await device.proof(code, { reverify: true });
      const { rejected } = await device.proofingStatus();
      holds(rejected === undefined, 'the reverification is rejected');
      await hasStatus(device, 'active');
    },
  },
  {
    id: 'status.deleted',
    clause: 'status.deleted',
    title: 'After NotifyCredentialDeleted the credential is deleted; the same report again changes nothing',
    needs: CODE,
    async run({ own, issuer }) {
      const { device } = await own('active');
      const { deviceReferenceId, credentialId = '' } = device.state;
      const ids = { deviceReferenceId, credentialId };
      await device.notifyDeleted();
      const isDeleted = async () =>
        (await issuer.getCredentialStatus(ids)).credentialStatus.deleted !== undefined;
      holds(await isDeleted(), 'the credential is not deleted');
      await issuer.notifyCredentialDeleted(ids);
      holds(await isDeleted(), 'the credential is not deleted any more');
    },
  },
  {
    id: 'status.deleted-final',
    clause: 'status.deleted',
    title: 'A deleted credential does not come back, whatever the device asks for afterwards',
    needs: CODE,
    async run({ own, issuer }) {
      const { device } = await own('active');
      const { deviceReferenceId, credentialId = '' } = device.state;
      const ids = { deviceReferenceId, credentialId };
      await issuer.notifyCredentialDeleted(ids);
      // Each is refused or not; the cases of faults tell with which reason.
      for (const ask of [() => device.provision(), () => device.provisionMsos(1), () => device.refresh(1)])
        await ask().catch(() => undefined);
      const { credentialStatus } = await issuer.getCredentialStatus(ids);
      holds(
        credentialStatus.deleted !== undefined,
        `the deleted credential is ${membersOf(credentialStatus).join(' and ')}`,
      );
    },
  },
  {
    id: 'errors.holder-data',
    clause: 'errors.personal-data',
    title: 'Errors about a credential have no data of its holder',
    needs: CODE,
    async run({ own, send, newId }) {
      const { device } = await own('active');
      const { namespaces } = await device.provision();
      const { deviceReferenceId, credentialId = '', proofing } = device.state;
      const proofingId = proofing?.proofingId ?? '';
      const wrong = [
        await send('cancelProofing', (body) => ({ ...body, deviceReferenceId, proofingId })),
        await send('getProofingStatus', (body) => ({ ...body, deviceReferenceId, proofingId: newId() })),
        await send('getCredentialStatus', (body) => ({ ...body, deviceReferenceId: newId(), credentialId })),
        await send('proofUser', (body) => ({ ...body, deviceReferenceId, proofingId, evidence: 'none' })),
        await send('provisionCredential', (body) => ({
          ...body,
          deviceReferenceId,
          proofingId,
          credentialId: newId(),
        })),
        await send('provisionMobileSecurityObjects', (body) => ({
          ...body,
          deviceReferenceId,
          credentialId,
          authKeys: 7,
        })),
      ].filter(({ status }) => status >= 400);
      holds(wrong.length > 0, 'no wrong request was refused');
      const values = textsOf(namespaces);
      holds(values.length > 0, 'the record has no texts');
      for (const { body = {} } of wrong)
        for (const { identifier, text } of values)
          holds(!JSON.stringify(body).includes(text), `an error has the ${identifier} of the holder`);
    },
  },
];
