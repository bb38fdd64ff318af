import { Type } from 'typebox';
import { ROLES } from '../../accounts/permissions.ts';
import { closed } from '../../conventions/json-schema.ts';
import { says } from '../../conventions/yaml/shape.ts';
import { ADDRESS } from './client-settings.ts';
import { Path } from './path-settings.ts';

const Text = (description: string) => Type.String({ description, minLength: 1, maxLength: 512 });
const Role = Type.Enum([...ROLES], { description: 'The role that it gives; the highest counts.' });

const Organisation = Type.Object(
  {
    id: Type.String({
      description: 'A name for addresses and for the audit log.',
      pattern: '^[a-z0-9][a-z0-9-]{0,31}$',
      ...says('must have 1 to 32 small letters, digits and dashes'),
    }),
    name: Type.String({ description: 'The name on the sign-in page.', minLength: 1, maxLength: 64 }),
    issuer: Type.String({
      description: 'Its `iss`, exactly.',
      ...ADDRESS,
    }),
    clientId: Text('The id of this server at the provider.'),
    clientSecretFile: Path({ description: 'File: the secret of that client; read for each request.' }),
    scopes: Type.Optional(
      Type.Array(Text('A scope.'), {
        description: 'Scopes to ask for. Default: openid, email.',
        maxItems: 20,
      }),
    ),
    parameters: Type.Optional(
      Type.Record(Type.String({ pattern: '^[a-z_]{1,64}$' }), Text('A value.'), {
        description: 'Further parameters of authorization requests.',
      }),
    ),
    tenant: Type.Optional(
      Type.Object(
        {
          claim: Text('The claim that names the tenant, such as tid or hd.'),
          values: Type.Array(Text('A tenant.'), {
            description: 'The tenants whose people may sign in.',
            minItems: 1,
            maxItems: 100,
          }),
        },
        closed,
      ),
    ),
    servesOneOrganisation: Type.Optional(
      Type.Boolean({
        description: 'true states that only people of this organisation have accounts at the issuer.',
      }),
    ),
    roles: Type.Optional(
      Type.Array(
        Type.Object(
          {
            claim: Text('A claim, or a path such as realm_access.roles.'),
            value: Text('A value in it.'),
            role: Role,
          },
          closed,
        ),
        { description: 'Roles by claims of the ID token.', maxItems: 500 },
      ),
    ),
    people: Type.Optional(
      Type.Array(Type.Object({ subject: Text('The `sub` of a person.'), role: Role }, closed), {
        description: 'Roles of single people, for providers without groups.',
        maxItems: 500,
      }),
    ),
    strong: Type.Optional(
      Type.Object(
        {
          claim: Type.Enum(['acr', 'acrs'], { description: 'acrs: authentication contexts of Entra ID.' }),
          values: Type.Array(Text('A value.'), {
            description: 'Any of these values is enough.',
            minItems: 1,
            maxItems: 20,
          }),
        },
        { ...closed, description: 'What an ID token must have for approvers and administrators.' },
      ),
    ),
    honoursMaxAge: Type.Optional(
      Type.Boolean({
        description:
          'false: the provider ignores max_age and sends no auth_time, so its people cannot do final actions. Default: true.',
      }),
    ),
  },
  closed,
);

/** How operators sign in by the providers of their organisations. */
export const SignInSettings = Type.Object(
  {
    organisations: Type.Array(Organisation, {
      description: 'OpenID providers by which operators sign in; see sign-in.md.',
      default: [],
      maxItems: 16,
    }),
    absoluteHours: Type.Integer({
      description: 'Hours after which such a sign-in ends.',
      default: 8,
      minimum: 1,
      maximum: 8,
    }),
    idleMinutes: Type.Integer({
      description: 'Minutes without a request after which it ends.',
      default: 30,
      minimum: 1,
      maximum: 480,
    }),
    administratorIdleMinutes: Type.Integer({
      description: 'The same for administrators.',
      default: 15,
      minimum: 1,
      maximum: 480,
    }),
  },
  { additionalProperties: false, default: {} },
);
