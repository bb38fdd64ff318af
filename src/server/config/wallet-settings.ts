import { Type } from 'typebox';
import { closed } from '../../conventions/json-schema.ts';
import { says } from '../../conventions/yaml/shape.ts';
import { ADDRESS } from './client-settings.ts';
import { Path } from './path-settings.ts';

const DocumentTypes = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ description: 'A document type.', minLength: 1, maxLength: 256 }), {
      description,
      minItems: 1,
      maxItems: 64,
    }),
  );

/** How a page of the issuer hands a code to the wallet platform. */
export const AddToWalletSettings = Type.Object(
  {
    googleIssuerId: Type.Optional(
      Type.String({
        description:
          'The id that Google Wallet gave this issuer. Without it there is no "Add to wallet"; see add-to-wallet.md.',
        minLength: 1,
        maxLength: 256,
      }),
    ),
    protocol: Type.String({
      description: 'The protocol by which browsers and Android pass the request to Google Wallet.',
      default: 'google-wallet-push-v1',
      pattern: '^[a-z0-9][a-z0-9.-]{0,63}$',
      ...says('must have 1 to 64 small letters, digits, dots and dashes'),
    }),
    documentTypes: DocumentTypes('Document types that are offered. Default: all.'),
    holderPage: Type.Enum(['off', 'on'], {
      description: 'on: the public listener serves /add/, a page with the button for holders.',
      default: 'off',
    }),
  },
  { additionalProperties: false, default: {} },
);

const Attestation = (what: string) =>
  Type.Enum(['off', 'optional', 'required'], {
    description: `Whether wallets send attestations of ${what}, which a provider of wallets signs.`,
    default: 'off',
  });

const Trust = (what: string) =>
  Type.Optional(
    Path({
      description: `File: PEM certificates of the authorities for attestations of ${what}. Read again when it changes.`,
    }),
  );

const Levels = (description: string) =>
  Type.Array(Type.String({ description: 'A level, such as iso_18045_high.', minLength: 1, maxLength: 64 }), {
    description: `${description} Default: any.`,
    default: [],
    maxItems: 16,
  });

const Text = (description: string) =>
  Type.Optional(Type.String({ description, minLength: 1, maxLength: 512 }));

/** How holders sign in, to get a code without an operator. All members or none. */
export const HolderSignInSettings = Type.Object(
  {
    issuer: Type.Optional(
      Type.String({
        description: '`iss` of the OpenID provider by which holders sign in. Default: they cannot.',
        ...ADDRESS,
      }),
    ),
    clientId: Text('The id of this server at the provider.'),
    clientSecretFile: Type.Optional(
      Path({ description: 'File: the secret of that client; read for each request.' }),
    ),
    holderClaim: Text('The claim of the ID token that is the id of the holder.'),
    codesPerDay: Type.Integer({
      description: 'Codes that a holder can get by signing in, a day.',
      default: 5,
      minimum: 1,
      maximum: 100,
    }),
  },
  { additionalProperties: false, default: {} },
);

/** Wallets that follow OpenID4VCI. */
export const WalletSettings = Type.Object(
  {
    documentTypes: DocumentTypes(
      'Document types that wallets get by OpenID4VCI. Without it there is no such interface; see openid4vci.md.',
    ),
    clients: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: 'Its client_id.', minLength: 1, maxLength: 256 }),
          name: Type.String({ description: 'Its name for people.', minLength: 1, maxLength: 64 }),
          redirectUris: Type.Optional(
            Type.Array(
              Type.String({
                description: 'An address.',
                pattern: '^[A-Za-z][A-Za-z0-9+.-]*:[^\\s#]+$',
                ...says('must be an address without fragment'),
                maxLength: 1024,
              }),
              {
                description:
                  'Addresses to which the browser returns. Default: none; the wallet redeems codes of offers only.',
                minItems: 1,
                maxItems: 20,
              },
            ),
          ),
        },
        closed,
      ),
      { description: 'Wallets that are known.', default: [], maxItems: 500 },
    ),
    anonymous: Type.Boolean({
      description: 'Whether other wallets may redeem codes too.',
      default: true,
    }),
    profile: Type.Enum(['none', 'haip'], {
      description:
        'haip: only what the High Assurance profile (HAIP 1.0) allows; the server starts only if the settings meet it.',
      default: 'none',
    }),
    walletAttestation: Attestation('themselves'),
    walletTrust: Trust('wallets'),
    keyAttestation: Attestation('their keys'),
    keyTrust: Trust('keys'),
    keyStorage: Levels('Values of `key_storage` of which a key attestation must have one.'),
    userAuthentication: Levels('Values of `user_authentication` of which a key attestation must have one.'),
    refreshDays: Type.Integer({
      description: 'Days in which a wallet can get new credentials without a new code.',
      default: 180,
      minimum: 1,
      maximum: 3650,
    }),
  },
  { additionalProperties: false, default: {} },
);
