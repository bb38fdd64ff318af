import type { Command } from 'commander';
import type { Device } from '../../wallet/index.ts';
import type { WalletOptions } from './options.ts';

export interface Outcome {
  /** The answer that --json prints. */
  readonly answer: object;
  readonly text: string;
  /** Whether the issuer refused the request, or a reader the presentation. */
  readonly isRefused?: boolean;
}

export interface Subcommand<Options extends object> {
  readonly name: string;
  readonly description: string;
  readonly examples: readonly string[];
  /** Whether the command may create the state file. */
  readonly begins?: boolean;
  /** Adds options of this command. */
  readonly configure?: (command: Command) => Command;
  readonly run: (device: Device, options: Options & WalletOptions) => Promise<Outcome>;
}
