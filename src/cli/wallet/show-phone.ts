import { decode } from '../../formats/cbor/index.ts';
import {
  type DeviceState,
  isVciWallet,
  readVciWallet,
  readWallet,
  stageOf,
  type Wallet,
} from '../../wallet/index.ts';
import { print } from '../output.ts';
import { table } from '../table/table.ts';
import { type DescribedCredential, describeValue, heldCredential, toJson } from './describe.ts';
import { reportFailure } from './run-subcommand.ts';

const flat = ({ namespaces }: DescribedCredential) =>
  namespaces.flatMap(({ name, elements }) =>
    elements.map(({ identifier, value }) => ({ namespace: name, identifier, value: decode(value) })),
  );

const elementsOf = (state: DeviceState) => (state.credential ? flat(heldCredential(state)) : []);

function summaryOf({ issuer, device }: Wallet) {
  const { deviceReferenceId, docType, profile, dialect, proofing, credentialId, credential, authKeys } =
    device;
  const unused = authKeys.flatMap(({ certified }) => certified?.expiresAt ?? []);
  return {
    ...issuer,
    stage: stageOf(device),
    deviceReferenceId,
    docType,
    profile,
    dialect,
    proofingId: proofing?.proofingId,
    credentialId,
    credentialVersionId: credential?.versionId,
    unusedMobileSecurityObjects: unused.length,
    ...(unused.length > 0 ? { nextExpiry: new Date(Math.min(...unused)).toISOString() } : {}),
  };
}

async function shown(path: string) {
  if (!isVciWallet(path)) {
    const wallet = readWallet(path);
    return { summary: summaryOf(wallet), elements: elementsOf(wallet.device) };
  }
  const { issuer, configurationId, docType, clientId, credentials } = readVciWallet(path);
  const { heldElements } = await import('./openid4vci/held-elements.ts');
  const ends = credentials.map(({ expiresAt }) => expiresAt);
  const summary = {
    ...{ channel: 'openid4vci', issuer, configurationId, docType, clientId },
    unusedCredentials: credentials.length,
    ...(ends.length > 0 ? { nextExpiry: new Date(Math.min(...ends)).toISOString() } : {}),
  };
  return { summary, elements: credentials.length === 0 ? [] : flat(heldElements({ credentials })) };
}

export async function show({
  state: path,
  json,
}: {
  readonly state: string;
  readonly json?: boolean;
}): Promise<void> {
  try {
    const { summary, elements } = await shown(path);
    const answer = {
      ...summary,
      elements: elements.map((element) => ({ ...element, value: toJson(element.value) })),
    };
    print(answer, { json: json ?? false }, () => {
      const facts = Object.entries(summary).filter(([, value]) => value !== undefined);
      const rows = elements.map(({ identifier, value, namespace }) => [
        identifier,
        describeValue(value),
        namespace,
      ]);
      return [
        ...facts.map(([name, value]) => `${name.padEnd(28)}${value}`),
        ...(rows.length > 0 ? ['', table(['element', 'value', 'namespace'], rows, { wide: true })] : []),
      ].join('\n');
    });
  } catch (error) {
    reportFailure(error, json);
  }
}
