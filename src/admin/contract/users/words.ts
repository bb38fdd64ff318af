import type { ResourceWords } from '../words.ts';

const PASSWORD = {
  option: '--password <text>',
  help: 'password; - reads the standard input, as it does when this is left out',
  kind: 'password',
  label: 'Password, 12 characters or more',
} as const;

const PUBLISHER = {
  option: '--publisher <id>',
  help: 'publisher account, pub- and 16 digits; several are possible',
  kind: 'list',
  label: 'Publisher accounts',
  panel: 'mediation',
} as const;

const ROLE = {
  label: 'Role',
  choices: {
    viewer: 'viewer: sees states and the audit log, but no names and no records',
    operator: 'operator: sees people and their records, imports them and issues codes',
    approver: 'approver: also accepts, rejects and revokes, and approves requests of others',
    administrator: 'administrator: also manages users, clients, keys and settings',
  },
} as const;

export const USER_WORDS = {
  about: 'Users, who sign in to give clients access or to administer the server',
  noun: 'user',
  methods: {
    listUsers: {
      rows: 'users',
      columns: [
        ['email', 'email', 'user'],
        ['state', 'state', 'state'],
        ['role', 'role'],
        ['publishers', 'publishers', 'list'],
        ['lastSeenTime', 'last seen', 'time', { none: 'never' }],
        ['passkeys', 'passkeys', 'number'],
        ['invitedUntilTime', 'invited until', 'time', { wide: true }],
        ['updateTime', 'changed', 'time', { wide: true }],
        ['id', 'id', 'id'],
      ],
      examples: ['diptych users list'],
    },
    disableUser: {
      name: 'Disable',
      effect: 'The user can no longer sign in; sessions and grants end.',
      done: '{email} is disabled',
      examples: ['diptych users disable ada@example.com'],
    },
    enableUser: {
      name: 'Enable',
      effect: 'The user can sign in again.',
      done: '{email} is enabled',
      examples: ['diptych users enable ada@example.com'],
    },
    signOutUser: {
      name: 'Sign out everywhere',
      effect: 'All sessions and grants of the user end.',

      done: '{email} is signed out everywhere',
      examples: ['diptych users sign-out ada@example.com'],
    },
    deleteUser: {
      name: 'Delete',
      ask: 'Delete this user',
      effect: 'The user and all data about the user are deleted. This cannot be undone.',
      done: '{email} is deleted',
      examples: ['diptych users delete ada@example.com'],
    },
    listUserPasskeys: {
      rows: 'passkeys',
      columns: [
        ['id', 'passkey', 'id', { whole: true }],
        ['name', 'name'],
        ['isDeviceBound', 'kept on', 'text', { values: { true: 'one device', false: 'synced' } }],
        ['createTime', 'registered', 'time'],
        ['lastUseTime', 'last use', 'time', { none: 'never' }],
      ],
      examples: ['diptych users passkeys ada@example.com'],
    },
    resetUserPasskeys: {
      name: 'Remove passkeys',
      effect:
        'Removes all passkeys of this user and ends all sessions and grants. Use it when the user has lost the passkeys. First verify that the request comes from the user.',

      done: '{email} has no passkeys now and is signed out everywhere',
      examples: ['diptych users reset-passkeys ada@example.com'],
    },
    endConsoleSession: {
      name: 'End session',
      effect: 'The browser is signed out. The user can sign in again; Sign out everywhere ends all sessions.',
      noun: 'session',

      done: '{it} on the {console} console from {address} has ended',
      note: 'The ids are those that users sessions names.',
      examples: ['diptych users end-session session-Ab3dE9xQ0zAb3dE9'],
    },
    createUser: {
      name: 'Create user',
      ask: 'Create a user',
      effect: 'Give the password to the person. They must choose their own at the first sign-in.',

      summary: 'Create a user who can sign in',
      fields: {
        email: { argument: '<email>', help: 'to sign in with', label: 'Email' },
        password: PASSWORD,
        role: { option: '--role <role>', help: 'role in the administration', ...ROLE },
        publishers: PUBLISHER,
      },
      done: '{email} is created',
      note: 'Without --password the password is read from the standard input, or asked for.',
      examples: [
        'diptych users create ada@example.com --publisher pub-1234567890123456',
        'diptych users create eve@example.com --role approver',
        'pass show ada | diptych users create ada@example.com --publisher pub-1234567890123456',
      ],
    },
    inviteUser: {
      name: 'Invite',
      ask: 'Invite a person',
      effect:
        'You get a link that works once, for seven days. Send it to the person, who chooses a password there.',

      summary: 'Create a user, and print a one-time address by which the person chooses the password',
      fields: {
        email: {
          argument: '<email>',
          help: 'to sign in with',
          label: 'Email',
          hint: 'The person signs in with it. This server sends no email.',
        },
        role: {
          option: '--role <role>',
          help: 'role in the administration',
          absent: 'none',
          asks: true,
          label: ROLE.label,
          choices: { none: 'none: no administration', ...ROLE.choices },
        },
        publishers: PUBLISHER,
      },
      note: `The address works once, for seven days. Send it only to the invited person.
If it was lost: diptych users invite-again. Without a role and a publisher the
user can sign in, but sees no data; both can be given later.`,
      examples: [
        'diptych users invite eve@example.com --role approver',
        'diptych users invite ada@example.com --publisher pub-1234567890123456',
      ],
    },
    inviteUserAgain: {
      name: 'Invite again',
      effect:
        'You get a new link by which the person chooses a password. The present password no longer works, and all sessions end. Passkeys stay.',

      summary: 'Print another one-time address for a user who lost the first one or forgot the password',
      one: true,
      note: `The present password ends, and with it all sessions and grants. Earlier
addresses of the user no longer work. It asks first, unless the user was invited
and has not accepted.`,
      examples: ['diptych users invite-again eve@example.com'],
    },
    setUserRole: {
      name: 'Change role',
      effect: 'It applies from the next request.',

      summary: 'Set what a user may do in the administration',
      one: true,
      fields: { role: { argument: '<role>', absent: 'none', ...ROLE } },
      done: 'the role of {email} is changed',
      note: `viewer looks; operator also imports, issues codes and asks users to act;
approver also accepts, rejects and revokes; administrator also manages users,
clients, keys and publisher accounts. A change holds from the next request on.`,
      examples: ['diptych users role ada@example.com approver', 'diptych users role ada@example.com none'],
    },
    changeUserPublishers: {
      name: 'Change publishers',
      effect: 'It applies to tokens and sessions at once.',

      one: true,
      fields: {
        add: { option: '--add <id>', help: 'publisher account to add', kind: 'list' },
        remove: { option: '--remove <id>', help: 'publisher account to remove', kind: 'list' },
      },
      done: 'the publisher accounts of {email} are changed',
      examples: ['diptych users publishers ada@example.com --add pub-1234567890123456'],
    },
    listConsoleSessions: {
      rows: 'sessions',
      columns: [
        ['id', 'session', 'id', { whole: true }],
        ['console', 'console'],
        ['address', 'address'],
        ['signInTime', 'signed in', 'time'],
        ['lastUseTime', 'last use', 'ago'],
        ['userAgent', 'browser'],
      ],
      examples: ['diptych users sessions ada@example.com'],
    },
    setUserPassword: {
      name: 'Set password',
      effect: 'Sessions and grants end. The user must choose their own password at the next sign-in.',

      one: true,
      fields: { password: PASSWORD },
      done: '{email} has a new password and is signed out everywhere',
      examples: ['pass show ada | diptych users password ada@example.com'],
    },
  },
} as const satisfies ResourceWords;
