import { decode } from '../../formats/cbor/index.ts';
import { type DeviceState, readWallet, stageOf, type Wallet } from '../../wallet/index.ts';
import { print } from '../output.ts';
import { table } from '../table/table.ts';
import { describeValue, heldCredential, toJson } from './describe.ts';
import { reportFailure } from './run-part.ts';

function elementsOf(state: DeviceState) {
  if (!state.credential) return [];
  return heldCredential(state).namespaces.flatMap(({ name, elements }) =>
    elements.map(({ identifier, value }) => ({ namespace: name, identifier, value: decode(value) })),
  );
}

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

export function show({ state: path, json }: { readonly state: string; readonly json?: boolean }): void {
  try {
    const wallet = readWallet(path);
    const summary = summaryOf(wallet);
    const elements = elementsOf(wallet.device);
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
