/** What some work takes of the processor, in milliseconds and in this process: unlike the time that passes, it does not depend on who else uses the machine. */
export function processorTime(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
}
