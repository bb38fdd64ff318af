import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Verifier } from '@owf/mdoc';
import { describe, expect, it } from 'vitest';
import { owfContext } from '../../src/demo/issuer/owf-context.ts';
import {
  decodeDeviceResponse,
  encodeSessionTranscript,
  sessionTranscriptBytes,
  verifyDeviceResponse,
} from '../../src/formats/mdoc/index.ts';
import { certificatesFromPem } from '../../src/formats/x509/index.ts';
import { loadSettings, SettingsError } from '../../src/server/config/load-settings.ts';
import { issuerPolicy } from '../../src/server/issuer/issuer-policy.ts';
import type { Device } from '../../src/wallet/index.ts';
import { newDevice } from '../support/devices.ts';
import { PHOTO_ID, PHOTO_ID_NAMESPACE, PID, photoId, pid } from '../support/documents.ts';
import { codeFor, MDL, MDL_NAMESPACE, mdl } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useWorld } from '../support/use-world.ts';
import type { World } from '../support/world.ts';

const BADGE = 'org.example.badge.1';
const BADGE_TYPE = `docType: ${BADGE}
title: Staff badge
source: the example
namespaces:
  - name: ${BADGE}
    clause: example 1
    elements:
      - { identifier: name, type: text, mandatory: true }
      - { identifier: since, type: full-date, role: issueDate }
`;

function badgeFile(text = BADGE_TYPE): string {
  const file = join(temporaryFolder('types'), 'badge.yaml');
  writeFileSync(file, text);
  return file;
}

const world = useWorld({
  settings: { 'issuer.country': 'NL', 'issuer.documentTypes': [badgeFile()] },
});

const TRANSCRIPT = encodeSessionTranscript({ handover: ['OpenID4VPHandover', new Uint8Array(32).fill(7)] });

async function rootsOf({ admin }: World): Promise<readonly Uint8Array[]> {
  const { keys } = await admin('listKeys', {});
  return keys
    .filter(({ role }) => role === 'iaca')
    .flatMap(({ certificate }) => certificatesFromPem(certificate));
}

async function issued(docType: string, elements: Record<string, Record<string, unknown>>): Promise<Device> {
  const id = `holder of ${docType}`.replaceAll(' ', '-');
  await world().admin('importHolders', { holders: [{ id, documentType: docType, elements }] });
  const device = newDevice(world(), { docType });
  await device.register();
  await device.proof(await codeFor(world(), id));
  await device.provision();
  await device.provisionMsos(1);
  return device;
}

/** The document that a reader gets, after @owf/mdoc and our own checks accepted it up to the root. */
async function presented(device: Device, docRequest: Record<string, readonly string[]>) {
  const { deviceResponse } = await device.present({ docRequest, sessionTranscript: TRANSCRIPT });
  const trustedRoots = await rootsOf(world());
  const failed: unknown[] = [];
  await Verifier.verifyDeviceResponse(
    {
      deviceResponse,
      sessionTranscript: sessionTranscriptBytes(TRANSCRIPT),
      trustedCertificates: [...trustedRoots],
      now: new Date(world().now()),
      onCheck: (check) => check.status !== 'PASSED' && failed.push(check),
    },
    owfContext(),
  );
  expect(failed).toEqual([]);
  const options = { now: world().now(), sessionTranscript: TRANSCRIPT, trustedRoots };
  const report = verifyDeviceResponse(decodeDeviceResponse(deviceResponse), options);
  expect(report.valid).toBe(true);
  return report.documents[0];
}

const ROWS = [
  {
    docType: MDL,
    elements: mdl({ issuing_country: 'NL' }),
    ask: { [MDL_NAMESPACE]: ['family_name', 'age_over_18'] },
  },
  {
    docType: PID,
    elements: pid(),
    ask: { [PID]: ['family_name', 'nationality', 'place_of_birth', 'portrait'] },
  },
  {
    docType: PHOTO_ID,
    elements: photoId({ issuing_country: 'NL' }),
    ask: { [PHOTO_ID_NAMESPACE]: ['given_name', 'age_over_18'], [PHOTO_ID]: ['person_id'] },
  },
  {
    docType: BADGE,
    elements: { [BADGE]: { name: 'Ada', since: '2026-01-01' } },
    ask: { [BADGE]: ['name', 'since'] },
  },
];

describe('Documents of each type, from provisioning to presentation', () => {
  it.each(ROWS)('a reader accepts a document of the type $docType', async ({ docType, elements, ask }) => {
    const device = await issued(docType, elements);
    expect((await device.status()).credentialStatus).toEqual({ active: {} });
    const document = await presented(device, ask);
    expect(document?.docType).toBe(docType);
  });

  it('a reader sees no namespace of which it requested nothing', async () => {
    const id = 'holder-with-two-namespaces';
    const elements = photoId({ issuing_country: 'NL' });
    await world().admin('importHolders', { holders: [{ id, documentType: PHOTO_ID, elements }] });
    const device = newDevice(world(), { docType: PHOTO_ID });
    await device.register();
    await device.proof(await codeFor(world(), id));
    await device.provision();
    await device.provisionMsos(1);
    const docRequest = { [PHOTO_ID]: ['person_id'] };
    const { deviceResponse } = await device.present({ docRequest, sessionTranscript: TRANSCRIPT });
    const document = decodeDeviceResponse(deviceResponse).documents?.[0];
    expect([...(document?.issuerSigned.nameSpaces?.keys() ?? [])]).toEqual([PHOTO_ID]);
  });

  it('a device refuses a document of another type', async () => {
    const device = newDevice(world(), { docType: PID });
    await device.register();
    await device.proof(await codeFor(world(), `holder-of-${MDL}`));
    await expect(device.provision()).rejects.toMatchObject({ reason: 'invalidPayloadSignature' });
  });
});

function refusal(settings: Record<string, unknown>): readonly string[] {
  try {
    issuerPolicy(loadSettings({ environment: {}, options: settings }));
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

describe('A document type that the operator configures', () => {
  it('an invalid document type stops the start, and the error names the place of each problem', () => {
    const file = badgeFile(BADGE_TYPE.replace('type: text', 'type: txt'));
    expect(refusal({ 'issuer.documentTypes': [file] })).toEqual([
      expect.stringContaining(
        `issuer.documentTypes: ${file}:8:35 namespaces[0].elements[0].type must be one of`,
      ),
    ]);
    expect(refusal({ 'issuer.documentTypes': ['nowhere.json'] })).toEqual([
      expect.stringMatching(/^issuer\.documentTypes: nowhere\.json cannot be read: /),
    ]);
  });

  it('a document type replaces the built-in one with the same docType', () => {
    const file = badgeFile(BADGE_TYPE.replace(`docType: ${BADGE}`, `docType: ${PID}`));
    const options = { 'issuer.documentTypes': [file] };
    const { documentTypes } = issuerPolicy(loadSettings({ environment: {}, options }));
    expect(documentTypes.get(PID)?.title).toBe('Staff badge');
    expect(documentTypes.size).toBe(3);
  });
});

describe('The time zone of the issuer', () => {
  it('the time zone must be one of the IANA database', () => {
    expect(refusal({ 'issuer.timeZone': 'America/Denver' })).toEqual([]);
    for (const timeZone of ['Denver', 'america/denver', '-07:00'])
      expect(refusal({ 'issuer.timeZone': timeZone }).join()).toContain('issuer.timeZone');
  });
});
