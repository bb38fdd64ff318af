import type { ResourceWords } from '../words.ts';

const REDIRECT = {
  option: '--redirect-uri <uri>',
  help: 'where users are redirected after consent; several are possible',
  kind: 'list',
} as const;

const AFTER_LOGOUT = {
  option: '--post-logout-redirect-uri <uri>',
  help: 'where users may go after signing out; several are possible',
  kind: 'list',
} as const;

export const CLIENT_WORDS = {
  about: 'Applications that ask for access',
  noun: 'client',
  methods: {
    listOAuthClients: {
      rows: 'clients',
      columns: [
        ['id', 'client', 'oauthClient'],
        ['name', 'name'],
        ['kind', 'kind'],
        ['public', 'secret', 'text', { values: { true: 'none', false: 'set' } }],
        ['redirectUris', 'redirect URIs or publisher accounts', 'list', { also: ['publishers'] }],
        ['updateTime', 'changed', 'time', { wide: true }],
      ],
      examples: ['diptych oauth clients list'],
    },
    createOAuthClient: {
      summary: 'Create a client and print its client secrets file',
      fields: {
        name: { argument: '<name>', help: 'shown to users who are asked for consent' },
        redirectUris: REDIRECT,
        postLogoutRedirectUris: AFTER_LOGOUT,
        public: {
          option: '--public',
          help: 'without a secret: PKCE is required and refresh tokens rotate',
          kind: 'flag',
        },
        publishers: {
          option: '--publisher <id>',
          help: 'publisher account of a machine client; several are possible',
          kind: 'list',
        },
        scopes: {
          option: '--scope <scope>',
          help: 'scope of a machine client; several are possible',
          kind: 'list',
        },
      },
      done: '{client} is created',
      note: `The secret is shown once. An installed client without --redirect-uri is called
back on any port of this machine.`,
      examples: [
        'diptych oauth clients create "Ad desk" --json > client_secrets.json',
        'diptych oauth clients create "Reports" --redirect-uri https://reports.example.com/callback',
        'diptych oauth clients create "Nightly" --machine --publisher pub-1234567890123456 --scope readonly',
      ],
    },
    changeOAuthClient: {
      summary: 'Change a client; the given addresses or accounts replace the old ones',
      one: true,
      fields: {
        name: { option: '--name <text>', help: 'shown to users who are asked for consent' },
        redirectUris: REDIRECT,
        postLogoutRedirectUris: AFTER_LOGOUT,
        publishers: {
          option: '--publisher <id>',
          help: 'publisher account of a machine client; tokens follow at once',
          kind: 'list',
        },
      },
      done: '{name}: {redirectUris}',
      examples: [
        'diptych oauth clients change client-9QxZ --redirect-uri https://reports.example.com/callback',
      ],
    },
    resetOAuthClientSecret: {
      name: 'Reset secret',
      effect: 'The old secret ends at once: the application cannot get tokens until it has the new one.',
      done: '{it} has a new secret',
      examples: ['diptych oauth clients reset-secret client-9QxZ --yes --json'],
    },
    deleteOAuthClient: {
      name: 'Delete',
      effect: 'Its grants and tokens end. This cannot be undone.',

      done: '{name} is deleted; its grants and tokens have ended',
      examples: ['diptych oauth clients delete client-9QxZ'],
    },
  },
} as const satisfies ResourceWords;
