import { type Static, type TSchema, Type } from 'typebox';
import { AdminSettings } from './admin-settings.ts';
import { CallerSettings } from './caller-settings.ts';
import { DatabaseSettings } from './database-settings.ts';
import { KeySettings } from './key-settings.ts';
import { LimitSettings } from './limit-settings.ts';
import { MediationSettings } from './mediation-settings.ts';
import { NotificationSettings } from './notification-settings.ts';
import { OAuthSettings } from './oauth-settings.ts';
import { Path } from './path.ts';
import { POLICY } from './policy-settings.ts';
import { RecordSettings } from './record-settings.ts';
import { TlsSettings } from './tls-settings.ts';

/** Every setting there is: name, type, range, default, meaning. The file, the variables and the docs follow it. */
export const Settings = Type.Object(
  {
    profile: Type.Enum(['sandbox', 'production'], {
      description: 'sandbox: try things on one machine. production: refuses to start with anything unsafe.',
      default: 'sandbox',
    }),
    data: Path({
      description: 'Folder for the database, the keys and the admin token; made when missing.',
      default: 'diptych-data',
    }),
    database: DatabaseSettings,
    host: Type.String({ description: 'Address that the panels listen on.', default: '127.0.0.1' }),
    port: Type.Integer({
      description: 'Port of the panels; 0 takes a free one.',
      default: 8080,
      minimum: 0,
      maximum: 65_535,
    }),
    adminHost: Type.String({
      description: 'Address that the admin interface listens on.',
      default: '127.0.0.1',
    }),
    adminPort: Type.Integer({
      description: 'Port of the admin interface; 0 takes a free one.',
      default: 8081,
      minimum: 0,
      maximum: 65_535,
    }),
    workers: Type.Integer({
      description: 'Processes that share the ports, for as many cores.',
      default: 1,
      minimum: 1,
      maximum: 256,
    }),
    tls: TlsSettings('the panels', 'plain HTTP'),
    adminTls: TlsSettings('the admin interface', 'plain HTTP'),
    admin: AdminSettings,
    audit: Type.Object(
      {
        sealKey: Type.Optional(
          Type.String({
            description:
              'Digest of a key of the seals, as diptych seals status prints it: the server starts only if it seals with this key, or with one that was announced after it. Default: the key that is pinned in keys/seal.pin.',
            pattern: '^[0-9a-f]{64}$',
          }),
        ),
      },
      { additionalProperties: false, default: {} },
    ),
    logLevel: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      description: 'Least severe log line that is written.',
      default: 'info',
    }),
    logWithoutCredentials: Type.Integer({
      description:
        'Log lines a minute, for each process, about requests without credentials; of further ones the log has only the number.',
      default: 120,
      minimum: 1,
      maximum: 1_000_000,
    }),
    issuer: Type.Object(
      {
        id: Type.String({
          description: 'The issuer id that requests must name.',
          default: 'Sandbox_US_MDL',
          minLength: 1,
          maxLength: 256,
        }),
        name: Type.String({
          description: 'Organisation named in the certificates.',
          default: 'Diptych Sandbox',
          minLength: 1,
          maxLength: 64,
        }),
        country: Type.String({
          description: 'Country of the certificates, ISO 3166-1 alpha-2; equal to issuing_country.',
          default: 'US',
          pattern: '^[A-Z]{2}$',
        }),
        stateOrProvince: Type.Optional(
          Type.String({
            description: 'State of the certificates; equal to issuing_jurisdiction where that is used.',
            minLength: 1,
            maxLength: 64,
          }),
        ),
        timeZone: Type.String({
          description: 'Time zone of the issuer (IANA name): whose midnight begins a birthday.',
          default: 'UTC',
          minLength: 1,
        }),
        documentTypes: Type.Array(Path({ description: 'A file.' }), {
          description: 'Files: document types of your own, beside or in place of those that come along.',
          default: [],
        }),
        certificateUri: Type.String({
          description: 'Base of the addresses in the certificates (issuer contact, revocation list).',
          default: 'https://issuer.example/pki',
          pattern: '^https?://',
        }),
        plaintext: Type.Optional(
          Type.Boolean({
            description: 'Whether values may travel unencrypted. Default: true in the sandbox, else false.',
          }),
        ),
        fields: Type.Boolean({
          description: 'Whether the query parameter fields chooses which part of an answer is sent.',
          default: false,
        }),
        requestTrailDays: Type.Integer({
          description: 'How long requests are kept for diptych explain; state changes stay.',
          default: 30,
          minimum: 1,
          maximum: 3650,
        }),
        hpkeContext: Type.Enum(['info', 'aad'], {
          description: 'Where the context string goes in HPKE.',
          default: 'info',
        }),
        host: Type.Optional(
          Type.String({ description: 'Address of a listener for the issuer panel alone. Default: host.' }),
        ),
        port: Type.Optional(
          Type.Integer({
            description:
              'Port of a listener for the issuer panel alone, which asks callers for their certificates. Default: with the other panel on port.',
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
              'File: the policy in YAML or JSON, the settings below it without `issuer.`; see policy.md.',
          }),
        ),
        codeLink: Type.Optional(
          Type.String({
            description:
              'Address that a holder opens with a code, for links and QR codes: `{code}` stands for it.',
            pattern: '^[A-Za-z][A-Za-z0-9+.-]*:[^\\s{}]*\\{code\\}[^\\s{}]*$',
          }),
        ),
        ...POLICY,
      },
      { additionalProperties: false, default: {} },
    ),
    keys: KeySettings,
    limits: LimitSettings,
    metrics: Type.Object(
      {
        public: Type.Boolean({
          description:
            'Whether the listeners of the panels serve /metrics too; the admin listener always does.',
          default: false,
        }),
      },
      { additionalProperties: false, default: {} },
    ),
    mediation: MediationSettings,
    oauth: OAuthSettings,
  },
  { additionalProperties: false },
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

/** Those that a policy file may hold. */
export const POLICY_SETTINGS: readonly Setting[] = leaves(Type.Object(POLICY), ['issuer']);
