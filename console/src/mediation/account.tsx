import { useRouterState } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext } from 'react';
import type { PublisherAccount } from '../../../src/mediation/contract/index.ts';
import { Loaded } from '../kit/states.tsx';
import { ownAccounts, useRead } from './api.ts';

interface Account {
  readonly publisherId: string;
  /** Resource name. */
  readonly name: string;
  /** Time zone of the publisher. */
  readonly zone: string;
  readonly currency: string;
}

const AccountContext = createContext<Account | null>(null);

/** The publisher that the address names. */
export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (!account) throw new Error('there is no publisher');
  return account;
}

/** The publisher in the address; undefined on pages without one. */
export const usePublisherId = (): string | undefined =>
  useRouterState({ select: ({ location }) => /\/(pub-\d{16})(?:\/|$)/.exec(location.pathname)?.[1] });

export const useAccounts = () => useRead(['accounts'], ownAccounts);

const accountOf = (accounts: readonly PublisherAccount[], publisherId: string | undefined) =>
  accounts.find((one) => one.publisherId === publisherId);

/** A screen of a publisher. If the person has no access to the publisher, the screen shows the server's refusal. */
export function OfPublisher({ children }: { readonly children: ReactNode }) {
  const publisherId = usePublisherId() ?? '';
  const accounts = useAccounts();
  return (
    <Loaded query={accounts}>
      {(all) => {
        const known = accountOf(all, publisherId);
        const account = {
          publisherId,
          name: `accounts/${publisherId}`,
          zone: known?.reportingTimeZone ?? 'UTC',
          currency: known?.currencyCode ?? '',
        };
        return (
          <AccountContext value={account} key={publisherId}>
            {children}
          </AccountContext>
        );
      }}
    </Loaded>
  );
}
