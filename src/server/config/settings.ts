import { type Static, type TSchema, Type } from 'typebox';
import { MediationSettings } from './mediation-settings.ts';
import { OAuthSettings } from './oauth-settings.ts';

const DAY = 86_400;

const Seconds = (description: string, fallback: number, maximum = 3650 * DAY) =>
  Type.Integer({ description, default: fallback, minimum: 1, maximum });

const Application = Type.Object(
  {
    package: Type.String({ description: 'Package name.', minLength: 1 }),
    digest: Type.Optional(
      Type.String({
        description: 'SHA-256 of the signing certificate, hex; any signer when left out.',
        pattern: '^([0-9A-Fa-f]{2}:?){32}$',
      }),
    ),
  },
  { additionalProperties: false },
);

/** Every setting there is: name, type, range, default, meaning. The file, the variables and the docs follow it. */
export const Settings = Type.Object(
  {
    profile: Type.Union([Type.Literal('sandbox'), Type.Literal('production')], {
      description: 'sandbox: try things on one machine. production: refuses to start with anything unsafe.',
      default: 'sandbox',
    }),
    data: Type.String({
      description: 'Folder for the database, the keys and the admin token; made when missing.',
      default: 'diptych-data',
    }),
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
    logLevel: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      description: 'Least severe log line that is written.',
      default: 'info',
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
        certificateUri: Type.String({
          description: 'Base of the addresses in the certificates (issuer contact, revocation list).',
          default: 'https://issuer.example/pki',
          pattern: '^https?://',
        }),
        decisions: Type.Union([Type.Literal('automatic'), Type.Literal('manual')], {
          description: 'automatic: a valid code is accepted at once. manual: an operator decides.',
          default: 'automatic',
        }),
        plaintext: Type.Optional(
          Type.Boolean({
            description: 'Whether values may travel unencrypted. Default: true in the sandbox, else false.',
          }),
        ),
        nonceTtlSeconds: Seconds('Life of a device registration nonce.', 3600),
        codeTtlSeconds: Seconds('Life of a pre-authorization code.', 600),
        pendingTtlSeconds: Seconds('When a proofing without decision expires.', 30 * DAY),
        challengedTtlSeconds: Seconds('When an unanswered challenge expires.', 30 * DAY),
        msoValidityDays: Type.Integer({
          description: 'Validity of mobile security objects.',
          default: 30,
          minimum: 1,
          maximum: 365,
        }),
        maxAuthKeys: Type.Integer({
          description: 'Most authentication keys in one request.',
          default: 100,
          minimum: 1,
          maximum: 1000,
        }),
        hpkeContext: Type.Union([Type.Literal('info'), Type.Literal('aad')], {
          description: 'Where the context string goes in HPKE.',
          default: 'info',
        }),
        callers: Type.Object(
          {
            jwks: Type.Optional(
              Type.String({
                description: 'File: JWK set of the callers; every request then needs a bearer JWT.',
              }),
            ),
            audience: Type.Optional(
              Type.String({
                description: 'Audience that these tokens must name. Default: issuer.id.',
                minLength: 1,
              }),
            ),
          },
          { additionalProperties: false, default: {} },
        ),
        attestation: Type.Object(
          {
            roots: Type.Optional(
              Type.String({ description: 'File: JSON array of PEM roots, added to the built-in ones.' }),
            ),
            revocationList: Type.Optional(
              Type.String({ description: 'File: revocation list in the published format.' }),
            ),
            applications: Type.Optional(
              Type.Array(Application, { description: 'Wallet applications that may attest.', minItems: 1 }),
            ),
            requireIdentityCredentialKey: Type.Optional(
              Type.Boolean({
                description: 'Require tag 721. Default: false in the sandbox, else true.',
              }),
            ),
          },
          { additionalProperties: false, default: {} },
        ),
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
