import { type Static, Type } from 'typebox';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../../../accounts/password.ts';
import { ROLES } from '../../../accounts/permissions.ts';
import { CONSOLES } from '../../../accounts/ports/console.ts';
import { closed, Time } from '../../../conventions/json-schema.ts';
import { Publishers } from '../clients/methods.ts';
import { etag, nextPageToken, page } from '../members.ts';
import type { AdminMethod } from '../method.ts';

const Email = Type.String({ description: 'The name to sign in with.', minLength: 3, maxLength: 254 });

const Password = Type.String({
  description: 'Kept as a scrypt hash.',
  minLength: SHORTEST_PASSWORD,
  maxLength: LONGEST_PASSWORD,
});

const UserName = Type.String({
  description:
    'Id of a user. An email works too, but proxies may log it with the address; findUser gives the id.',
  minLength: 1,
  maxLength: 254,
});

const UserRole = Type.Enum([...ROLES], {
  description: 'Role in the administration; each role includes those before it.',
});

export const UserView = Type.Object({
  etag,
  id: Type.String(),
  email: Type.String(),
  organisation: Type.Optional(
    Type.Object(
      { issuer: Type.String(), subject: Type.String() },
      { description: 'Who the user is at the provider of an organisation; the email is only shown then.' },
    ),
  ),
  state: Type.Enum(['active', 'disabled', 'deleted'], {
    description:
      'deleted: of a user of an organisation the id is left, and no sign-in is accepted until the user is enabled.',
  }),
  role: Type.Optional(UserRole),
  mustChangePassword: Type.Boolean({
    description: 'An administrator set the password: the next sign-in asks for a new one.',
  }),
  publishers: Type.Array(Type.String()),
  createTime: Time('When the user was created.'),
  updateTime: Time('When the user changed last.'),
  lastSeenTime: Type.Optional(
    Time(
      'When the user signed in, used a console or changed something last; absent if never, and in answers to changes.',
    ),
  ),
  passkeys: Type.Optional(Type.Integer({ description: 'How many passkeys; not in answers to changes.' })),
  invitedUntilTime: Type.Optional(
    Time('Until when the invitation can be accepted; absent if the user has none.'),
  ),
});
export type UserView = Static<typeof UserView>;

export const ConsoleSessionView = Type.Object({
  id: Type.String({ description: 'Gives no access.' }),
  console: Type.Enum([...CONSOLES]),
  userAgent: Type.Optional(Type.String({ description: 'What the browser says about itself.' })),
  address: Type.String({ description: 'Network address at the sign-in.' }),
  signInTime: Time('When the user signed in.'),
  lastUseTime: Time('When it was used last, to a thirtieth of the idle time.'),
  endTime: Time('When it ends unless it is used again.'),
});
export type ConsoleSessionView = Static<typeof ConsoleSessionView>;

export const PasskeyView = Type.Object({
  id: Type.String({ description: 'Gives no access.' }),
  name: Type.String({ description: 'Chosen by the user.' }),
  domain: Type.String({ description: 'Domain that browsers bound it to.' }),
  isDeviceBound: Type.Boolean({ description: 'The key cannot leave its authenticator.' }),
  isBackedUp: Type.Boolean({ description: 'A copy of the key is outside its authenticator.' }),
  createTime: Time('When it was registered.'),
  lastUseTime: Type.Optional(Time('When it was used last; absent if never.')),
});
export type PasskeyView = Static<typeof PasskeyView>;

const Invited = Type.Object({
  user: UserView,
  url: Type.String({
    description: 'The address for the person, who chooses a password there. It works once; it is not stored.',
  }),
  expireTime: Time('Until when it works.'),
});

const CallerView = Type.Object({
  id: Type.String({ description: 'Id of the user; `operator` with the admin token.' }),
  credential: Type.Enum(['adminToken', 'signIn'], { description: 'Kind of the credential.' }),
  role: UserRole,
  email: Type.Optional(Type.String({ description: 'Of the user who signed in.' })),
  publishers: Type.Array(Type.String(), { description: 'Publisher accounts that the user may act for.' }),
  methods: Type.Array(Type.String(), { description: 'Names of the methods that the role may call.' }),
});

/** Methods for users, and for the caller itself. */
export const USER_METHODS = {
  whoAmI: {
    http: ['GET', '/admin/v1/whoami'],
    role: 'viewer',
    command: 'whoami',
    summary: 'Show who the caller is, and by which credential',
    request: Type.Object({}, closed),
    response: CallerView,
  },
  createUser: {
    http: ['POST', '/admin/v1/users'],
    role: 'administrator',
    audit: ['user.create'],
    command: 'users create',
    summary: 'Create a user who can sign in',
    request: Type.Object(
      { email: Email, password: Password, publishers: Publishers, role: Type.Optional(UserRole) },
      closed,
    ),
    response: UserView,
  },
  inviteUser: {
    http: ['POST', '/admin/v1/users:invite'],
    role: 'administrator',
    noValidateOnly: 'its answer is a secret that works',
    audit: ['user.create', 'user.invite'],
    command: 'users invite',
    summary: 'Create a user, and get a one-time address by which the person chooses the password',
    request: Type.Object({ email: Email, publishers: Publishers, role: Type.Optional(UserRole) }, closed),
    response: Invited,
  },
  inviteUserAgain: {
    http: ['POST', '/admin/v1/users/{user}:invite'],
    role: 'administrator',
    etagOf: 'getUser',
    noValidateOnly: 'its answer is a secret that works',
    audit: ['user.invite'],
    command: 'users invite-again',
    summary:
      'Get another one-time address for a user who lost the first one or forgot the password; the password, sessions and grants end',
    request: Type.Object({ user: UserName }, closed),
    response: Invited,
  },
  listUsers: {
    http: ['GET', '/admin/v1/users'],
    role: 'administrator',
    command: 'users list',
    summary: 'List users',
    request: Type.Object(page, closed),
    response: Type.Object({ users: Type.Array(UserView), nextPageToken }),
  },
  findUser: {
    http: ['POST', '/admin/v1/users:find'],
    role: 'administrator',
    command: { none: 'the commands for users find the id of an email themselves' },
    summary: 'Find a user by email, which is sent in the body so that no address contains it',
    request: Type.Object({ email: Email }, closed),
    response: UserView,
  },
  getUser: {
    http: ['GET', '/admin/v1/users/{user}'],
    role: 'administrator',
    command: { none: 'diptych users list shows the same' },
    summary: 'Get a user',
    request: Type.Object({ user: UserName }, closed),
    response: UserView,
  },
  setUserRole: {
    http: ['POST', '/admin/v1/users/{user}:setRole'],
    role: 'administrator',
    etagOf: 'getUser',
    audit: ['user.setRole'],
    command: 'users role',
    summary: 'Set the role of a user, or remove it if none is given; it applies from the next request',
    request: Type.Object({ user: UserName, role: Type.Optional(UserRole) }, closed),
    response: UserView,
  },
  setUserPassword: {
    http: ['POST', '/admin/v1/users/{user}:setPassword'],
    role: 'administrator',
    etagOf: 'getUser',
    audit: ['user.setPassword'],
    command: 'users password',
    summary:
      'Set a password, which the user must change at the next sign-in; end sessions and grants, and forget failed sign-ins',
    request: Type.Object({ user: UserName, password: Password }, closed),
    response: UserView,
  },
  disableUser: {
    http: ['POST', '/admin/v1/users/{user}:disable'],
    role: 'administrator',
    etagOf: 'getUser',
    final: true,
    audit: ['user.disable'],
    command: 'users disable',
    summary: 'Disable a user; sessions and grants end',
    request: Type.Object({ user: UserName }, closed),
    response: UserView,
  },
  enableUser: {
    http: ['POST', '/admin/v1/users/{user}:enable'],
    role: 'administrator',
    etagOf: 'getUser',
    audit: ['user.enable'],
    command: 'users enable',
    summary: 'Enable a disabled user, or admit a deleted user of an organisation again',
    request: Type.Object({ user: UserName }, closed),
    response: UserView,
  },
  listConsoleSessions: {
    http: ['GET', '/admin/v1/users/{user}/consoleSessions'],
    role: 'administrator',
    command: 'users sessions',
    summary: 'List the browsers in which a user is signed in to a console, the last used first',
    request: Type.Object({ user: UserName }, closed),
    response: Type.Object({
      lastSignInTime: Type.Optional(
        Time('When the user signed in to a console last; absent if the user never did.'),
      ),
      sessions: Type.Array(ConsoleSessionView),
    }),
  },
  listUserPasskeys: {
    http: ['GET', '/admin/v1/users/{user}/passkeys'],
    role: 'administrator',
    command: 'users passkeys',
    summary: 'List the passkeys of a user, in the order in which they were registered',
    request: Type.Object({ user: UserName }, closed),
    response: Type.Object({ passkeys: Type.Array(PasskeyView) }),
  },
  resetUserPasskeys: {
    http: ['POST', '/admin/v1/users/{user}:resetPasskeys'],
    role: 'administrator',
    etagOf: 'getUser',
    final: true,
    audit: ['user.resetPasskeys'],
    command: 'users reset-passkeys',
    summary: 'Remove all passkeys of another user, who lost them; sessions and grants end',
    request: Type.Object({ user: UserName }, closed),
    response: UserView,
  },
  endConsoleSession: {
    http: ['POST', '/admin/v1/consoleSessions/{id}:end'],
    role: 'administrator',
    audit: ['consoleSession.end'],
    command: 'users end-session',
    summary: 'End a session of a user on a console; its browser must sign in again',
    request: Type.Object(
      { id: Type.String({ description: 'Id of the session.', minLength: 1, maxLength: 64 }) },
      closed,
    ),
    response: ConsoleSessionView,
  },
  signOutUser: {
    http: ['POST', '/admin/v1/users/{user}:signOut'],
    role: 'administrator',
    etagOf: 'getUser',
    audit: ['user.signOut'],
    command: 'users sign-out',
    summary: 'End the sessions and grants of a user',
    request: Type.Object({ user: UserName }, closed),
    response: UserView,
  },
  deleteUser: {
    http: ['POST', '/admin/v1/users/{user}:delete'],
    role: 'administrator',
    etagOf: 'getUser',
    final: true,
    audit: ['user.delete'],
    command: 'users delete',
    summary: 'Delete a user with all data about the user',
    request: Type.Object({ user: UserName }, closed),
    response: UserView,
  },
} as const satisfies Record<string, AdminMethod>;

/** The publisher accounts of users. */
export const MEMBER_METHODS = {
  changeUserPublishers: {
    http: ['POST', '/admin/v1/users/{user}:changePublishers'],
    role: 'administrator',
    etagOf: 'getUser',
    audit: ['user.changePublishers'],
    command: 'users publishers',
    summary: 'Change the publisher accounts of a user; tokens follow at once',
    request: Type.Object(
      { user: UserName, add: Type.Optional(Publishers), remove: Type.Optional(Publishers) },
      closed,
    ),
    response: UserView,
  },
} as const satisfies Record<string, AdminMethod>;
