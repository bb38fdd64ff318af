import { Navigate } from '@tanstack/react-router';
import { Empty, Loaded } from '../../kit/states.tsx';
import { useMessages } from '../../messages/index.ts';
import { useAccounts } from '../account.tsx';

/** Opens the first publisher. */
export function Home() {
  const { mediation } = useMessages();
  return (
    <Loaded query={useAccounts()}>
      {([first]) =>
        first?.publisherId === undefined ? (
          <Empty title={mediation.words.noPublisherTitle}>{mediation.words.noPublisherText}</Empty>
        ) : (
          <Navigate to={`/${first.publisherId}/home`} replace />
        )
      }
    </Loaded>
  );
}
