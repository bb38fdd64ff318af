import { type Static, type TSchema, Type } from 'typebox';
import { closed } from '../../conventions/json-schema.ts';
import { PANELS } from '../../conventions/panel.ts';
import { says } from '../../conventions/yaml/shape.ts';
import { AdminSettings, CallerSettings, TlsSettings } from './access-settings.ts';
import { AuditSettings } from './audit-settings.ts';
import { NotificationSettings, RecordSettings } from './client-settings.ts';
import { ConsoleSettings } from './console-settings.ts';
import { LimitSettings } from './limit-settings.ts';
import { MediationSettings } from './mediation-settings.ts';
import { OAuthSettings } from './oauth-settings.ts';
import { Path } from './path-settings.ts';
import { POLICY } from './policy-settings.ts';
import { RetentionSettings } from './retention-settings.ts';
import { SignInSettings } from './sign-in-settings.ts';
import { DatabaseSettings, KeySettings } from './storage-settings.ts';
import { TelemetrySettings } from './telemetry-settings.ts';
import { UserSettings } from './user-settings.ts';
import { AddToWalletSettings, HolderSignInSettings, WalletSettings } from './wallet-settings.ts';

/**
 * Every setting: name, type, range, default, meaning. The configuration file, the variables and the docs are
 * made from it.
 */
export const Settings = Type.Object(
  {
    profile: Type.Enum(['sandbox', 'production'], {
      description:
        'sandbox: for trying things on one machine. production: the server refuses to start with unsafe settings.',
      default: 'sandbox',
    }),
    interfaces: Type.Array(Type.Enum([...PANELS]), {
      description:
        'The interfaces that this server runs. What belongs to the other one is absent: its paths answer 404, and its keys, settings, metrics and pages of the consoles are not there.',
      default: [...PANELS],
      minItems: 1,
      uniqueItems: true,
    }),
    data: Path({
      description: 'Folder for the database, the keys and the admin token; created if it is missing.',
      default: 'diptych-data',
    }),
    database: DatabaseSettings,
    sandboxNetwork: Type.Boolean({
      description:
        'sandbox: lets listeners use addresses other than loopback without TLS and without credentials, as in a container. Anybody who can reach them can read and change everything, so use invented data only.',
      default: false,
    }),
    host: Type.String({ description: 'Address of the public listener.', default: '127.0.0.1' }),
    port: Type.Integer({
      description: 'Port of the public listener; 0 selects a free one.',
      default: 8080,
      minimum: 0,
      maximum: 65_535,
    }),
    adminHost: Type.String({
      description: 'Address of the admin listener.',
      default: '127.0.0.1',
    }),
    adminPort: Type.Integer({
      description: 'Port of the admin listener; 0 selects a free one.',
      default: 8081,
      minimum: 0,
      maximum: 65_535,
    }),
    workers: Type.Integer({
      description: 'Number of processes that share the ports.',
      default: 1,
      minimum: 1,
      maximum: 256,
    }),
    tls: TlsSettings('the panels', 'plain HTTP'),
    adminTls: TlsSettings('the admin interface', 'plain HTTP'),
    admin: AdminSettings,
    users: UserSettings,
    console: ConsoleSettings,
    signIn: SignInSettings,
    audit: AuditSettings,
    logLevel: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      description: 'Minimum level of log lines.',
      default: 'info',
    }),
    logWithoutCredentials: Type.Integer({
      description:
        'Log lines per minute of each process about requests without credentials; further requests are only counted.',
      default: 120,
      minimum: 1,
      maximum: 1_000_000,
    }),
    issuer: Type.Object(
      {
        id: Type.String({
          description: 'The issuer id of this server, required in requests.',
          default: 'Sandbox_US_MDL',
          minLength: 1,
          maxLength: 256,
        }),
        name: Type.String({
          description: 'Organisation in the certificates.',
          default: 'Diptych Sandbox',
          minLength: 1,
          maxLength: 64,
        }),
        country: Type.String({
          description: 'Country of the certificates, ISO 3166-1 alpha-2; equal to issuing_country.',
          default: 'US',
          pattern: '^[A-Z]{2}$',
          ...says('must be two capital letters, such as US'),
        }),
        stateOrProvince: Type.Optional(
          Type.String({
            description:
              'State or province of the certificates; equal to issuing_jurisdiction if that is used.',
            minLength: 1,
            maxLength: 64,
          }),
        ),
        timeZone: Type.String({
          description: 'Time zone of the issuer (IANA name), in which birthdays begin.',
          default: 'UTC',
          minLength: 1,
        }),
        documentTypes: Type.Array(Path({ description: 'A file.' }), {
          description: 'Files: your own document types, in addition to the included ones or replacing them.',
          default: [],
        }),
        certificateUri: Type.String({
          description: 'Base of the URLs in the certificates (issuer contact, revocation list).',
          default: 'https://issuer.example/pki',
          pattern: '^https?://',
          ...says('must begin with https:// or http://'),
        }),
        plaintext: Type.Optional(
          Type.Boolean({
            description:
              'Whether unencrypted values are accepted. Default: true in the sandbox, false in production.',
          }),
        ),
        fields: Type.Boolean({
          description: 'Whether the query parameter fields is supported (partial responses).',
          default: false,
        }),
        requestTrailDays: Type.Optional(
          Type.Integer({
            description: 'Older name of retention.requestDays; if it is set, it wins.',
            minimum: 1,
            maximum: 3650,
          }),
        ),
        hpkeContext: Type.Enum(['info', 'aad'], {
          description: 'HPKE parameter for the context string.',
          default: 'info',
        }),
        host: Type.Optional(
          Type.String({ description: 'Address of a listener for the issuer panel alone. Default: host.' }),
        ),
        port: Type.Optional(
          Type.Integer({
            description:
              'Port of a listener for the issuer panel alone, which requests client certificates. Default: no separate listener.',
            minimum: 0,
            maximum: 65_535,
          }),
        ),
        tls: TlsSettings('that listener', 'that of tls'),
        callers: CallerSettings,
        records: RecordSettings,
        notifications: NotificationSettings,
        policy: Type.Optional(
          Path({
            description:
              'File: the policy in YAML or JSON, the settings below without `issuer.`; see policy.md.',
          }),
        ),
        codeLink: Type.Optional(
          Type.String({
            description: 'URL template for links and QR codes; `{code}` is replaced by the code.',
            pattern: '^[A-Za-z][A-Za-z0-9+.-]*:[^\\s{}]*\\{code\\}[^\\s{}]*$',
            ...says('must be an address with {code} in it, such as https://wallet.example/add?code={code}'),
          }),
        ),
        addToWallet: AddToWalletSettings,
        holderSignIn: HolderSignInSettings,
        wallets: WalletSettings,
        ...POLICY,
      },
      { additionalProperties: false, default: {} },
    ),
    retention: RetentionSettings,
    keys: KeySettings,
    limits: LimitSettings,
    metrics: Type.Object(
      {
        public: Type.Boolean({
          description: 'Whether the other listeners serve /metrics too; the admin listener always does.',
          default: false,
        }),
      },
      { additionalProperties: false, default: {} },
    ),
    telemetry: TelemetrySettings,
    mediation: MediationSettings,
    oauth: OAuthSettings,
  },
  closed,
);
export type Settings = Static<typeof Settings>;

export interface Setting {
  /** Dotted name in the file: `issuer.attestation.roots`. */
  readonly name: string;
  /** `DIPTYCH_ISSUER_ATTESTATION_ROOTS` */
  readonly variable: string;
  readonly schema: TSchema;
}

function variableOf(path: readonly string[]): string {
  const words = path.map((part) => part.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase());
  return `DIPTYCH_${words.join('_')}`;
}

function leaves(schema: TSchema, path: readonly string[]): Setting[] {
  if (!Type.IsObject(schema)) return [{ name: path.join('.'), variable: variableOf(path), schema }];
  return Object.entries(schema.properties).flatMap(([key, child]) =>
    leaves(child as TSchema, [...path, key]),
  );
}

/** The settings one by one. */
export const SETTINGS: readonly Setting[] = leaves(Settings, []);

/** The settings that a policy file may contain. */
export const POLICY_SETTINGS: readonly Setting[] = leaves(Type.Object(POLICY), ['issuer']);
