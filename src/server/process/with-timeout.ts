/** Rejects when the work takes longer than `time` in milliseconds. The work goes on. */
export function withTimeout<T>(time: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer in time')), time);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
