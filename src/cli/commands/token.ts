import type { Command } from 'commander';
import { TOKEN_WORDS } from '../../admin/contract/tokens/words.ts';
import { commandOf } from '../admin/group-command.ts';

const SCOPES = ['monetization', 'readonly'];

export const tokenCommand = (): Command =>
  commandOf('issueToken', TOKEN_WORDS.methods.issueToken, {
    members: (_, { scopes = SCOPES }) => ({ scopes }),
  });
