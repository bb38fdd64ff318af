import type { AdminResponse } from '../../admin/contract/index.ts';
import type { ClientTls } from '../../client/transport/client-tls.ts';
import { baseOf } from '../../conformance/run/address.ts';
import { type AttestationRoot, type Device, simulatedDevice } from '../../wallet/index.ts';
import { callAdmin } from '../admin/client.ts';
import { type Connection, type ConnectionOptions, connectionOf } from '../admin/connection.ts';
import { UsageError } from '../cli-errors.ts';
import { type Actions, adminActions } from '../conformance/hooks/admin-actions.ts';
import { rootOf } from '../conformance/test-root.ts';
import { documentTypeOf } from '../holders/type-option.ts';
import { type ClientTlsOptions, tlsOf } from '../tls-options.ts';
import { headersOf } from '../wallet/options.ts';
import { commandTransport } from '../wallet/transport.ts';

export interface CheckOptions extends ConnectionOptions, ClientTlsOptions {
  readonly baseUrl?: string;
  readonly mediationUrl?: string;
  readonly header?: readonly string[];
  readonly type: string;
  readonly root?: string;
}

type Setting = (name: string) => unknown;

/** What the steps work with. Members that a step sets are for the steps after it. */
export interface Bench {
  readonly connection: Connection;
  readonly tls: ClientTls | undefined;
  /** The settings of the server. */
  readonly setting: Setting;
  readonly mediationUrl: string;
  readonly actions: Actions;
  readonly phone: Device;
  /** Set by the step that imports the holder. */
  holder?: { readonly id: string; readonly code: string };
}

function addressOf(option: string, text: string | undefined): string {
  const url = text === undefined ? null : URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search)
    return baseOf(url.href);
  throw new UsageError(`${option} takes an address such as https://issuer.staging.example:18443`);
}

const settingsIn = ({ settings }: AdminResponse<'getSettings'>): Setting => {
  const values = new Map(settings.map(({ name, value }) => [name, value]));
  return (name) => values.get(name);
};

function phoneOf(
  options: CheckOptions & { readonly baseUrl: string },
  tls: ClientTls | undefined,
  setting: Setting,
  attestationRoot: AttestationRoot | undefined,
): Device {
  const transport = commandTransport({ headers: headersOf(options), tls });
  return simulatedDevice({
    issuer: { baseUrl: options.baseUrl, issuerId: String(setting('issuer.id')), transport },
    docType: documentTypeOf(options.type).docType,
    hpkeContext: setting('issuer.hpkeContext') === 'aad' ? 'aad' : 'info',
    ...(attestationRoot && { attestationRoot }),
  });
}

/** @throws UsageError before anything is sent; ApiError, Unreachable if the administration does not answer */
export async function benchOf(options: CheckOptions): Promise<Bench> {
  const baseUrl = addressOf('--base-url', options.baseUrl);
  const mediationUrl = addressOf('--mediation-url', options.mediationUrl ?? baseUrl);
  const documentType = documentTypeOf(options.type);
  const attestationRoot = options.root === undefined ? undefined : rootOf(options.root);
  const tls = await tlsOf(options);
  headersOf(options);
  const connection = { ...connectionOf(options), tls };
  const setting = settingsIn(await callAdmin(connection, 'getSettings', {}));
  const country = String(setting('issuer.country'));
  return {
    connection,
    tls,
    setting,
    mediationUrl,
    actions: adminActions({ connection, country, documentType, clock: Date.now }),
    phone: phoneOf({ ...options, baseUrl }, tls, setting, attestationRoot),
  };
}
