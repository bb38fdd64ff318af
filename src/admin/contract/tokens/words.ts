import type { ResourceWords } from '../words.ts';

export const TOKEN_WORDS = {
  about: 'The authorization server',
  noun: 'token',
  methods: {
    issueToken: {
      summary: 'Print an access token for the mediation interface, to try things out with',
      fields: {
        publishers: {
          option: '--publisher <id>',
          help: 'publisher account; several are possible',
          kind: 'list',
          required: true,
        },
        scopes: {
          option: '--scope <scope>',
          help: 'monetization, readonly, report, statistics or a whole scope string; several are possible (default: monetization and readonly)',
          kind: 'list',
        },
        ttlSeconds: {
          option: '--ttl <duration>',
          help: 'how long it lives, at most a day',
          kind: 'duration',
          standard: '10m',
        },
      },
      done: '{accessToken}',
      examples: [
        `TOKEN=$(diptych token --publisher pub-1234567890123456 --scope readonly)
  curl -H "Authorization: Bearer $TOKEN" \\
    http://127.0.0.1:8080/v1beta/accounts/pub-1234567890123456/mediationGroups`,
      ],
    },
  },
} as const satisfies ResourceWords;

export const OAUTH_KEY_WORDS = {
  about: 'Keys that sign tokens; they rotate by themselves',
  noun: 'token key',
  methods: {
    listOAuthKeys: {
      rows: 'keys',
      columns: [
        ['id', 'key', 'id'],
        ['stage', 'stage'],
        ['createTime', 'created', 'time', { wide: true }],
        ['activeTime', 'signs from', 'time'],
      ],
      examples: ['diptych oauth keys list'],
    },
    rotateOAuthKeys: {
      name: 'Rotate now',
      effect: 'New tokens are signed with the next key. Existing tokens stay valid.',

      summary: 'Sign with the next key from now on; tokens of the old key stay valid',
      question: 'Remove all other keys: tokens that they signed are refused from now on',
      fields: {
        compromised: {
          option: '--compromised',
          help: 'remove all other keys: tokens that they signed are refused from now on',
          kind: 'flag',
          label: 'The keys are compromised: refuse all tokens that they signed',
        },
      },
      done: 'the next key signs from now on',
      examples: ['diptych oauth keys rotate --compromised'],
    },
  },
} as const satisfies ResourceWords;
