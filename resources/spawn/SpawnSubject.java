// SPDX-License-Identifier: GPL-3.0-or-later
// The subject that is a JVM: measures how long ProcessBuilder takes to start programs. Run by Assay's engine
// as "java SpawnSubject.java"; it keeps to the protocol of core/spawn/subjectspec.h. Heap, pages and launch
// mechanism are options of the JVM.

import java.io.BufferedOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

public class SpawnSubject {
    static final int SLOT_BYTES = 64;
    static final int SAMPLE_BYTES = 48;
    static final int MOST_SAMPLES = 2_000_000;
    static final long NS_PER_SECOND = 1_000_000_000L;
    static final Pattern ERRNO = Pattern.compile("error[=:] ?(\\d+)");

    // The spec.
    int threads = 1;
    int environment = 0;
    long count = 0;
    long durationNs = 0;
    double rate = 0;
    long warmUp = 0;
    boolean stamps = false;
    final List<String> child = new ArrayList<>();

    MappedByteBuffer slots;
    OutputStream report;

    public static void main(String[] arguments) throws Exception {
        new SpawnSubject().run();
    }

    void run() throws Exception {
        // Not through the standard output: that is the stamp file, which the children inherit.
        report = new FileOutputStream("/dev/fd/3");
        readSpec();
        try (RandomAccessFile file = new RandomAccessFile("/dev/fd/1", "rw")) {
            file.setLength((long) SLOT_BYTES * threads);
            slots = file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, (long) SLOT_BYTES * threads);
            slots.order(ByteOrder.nativeOrder());
        }
        say("filled " + ProcessHandle.current().pid());
        if (!"go".equals(readLine())) {
            return;
        }
        say("fact leaked " + countLeaked());
        Samples warming = new Samples((int) Math.max(warmUp, 1));
        measure(warming, 1, warmUp, NS_PER_SECOND, 0);
        Samples samples = new Samples(count > 0 ? (int) count : MOST_SAMPLES);
        double[] before = cpuSeconds();
        measure(samples, threads, count > 0 ? count : MOST_SAMPLES, durationNs, rate);
        double[] after = cpuSeconds();
        say("fact zombies " + countZombies());
        say("fact cpu_user " + (after[0] - before[0]));
        say("fact cpu_system " + (after[1] - before[1]));
        samples.write();
        Runtime.getRuntime().halt(0);
    }

    void say(String line) throws IOException {
        report.write((line + "\n").getBytes(StandardCharsets.ISO_8859_1));
    }

    /** A line of what the engine says, without reading ahead; null at the end. */
    static String readLine() throws IOException {
        StringBuilder line = new StringBuilder();
        InputStream in = System.in;
        for (int letter = in.read(); letter >= 0; letter = in.read()) {
            if (letter == '\n') {
                return line.toString();
            }
            line.append((char) letter);
        }
        return null;
    }

    void readSpec() throws IOException {
        for (String line = readLine(); line != null && !line.equals("end"); line = readLine()) {
            int blank = line.indexOf(' ');
            String key = line.substring(0, blank);
            String value = line.substring(blank + 1);
            switch (key) {
                case "threads" -> threads = Integer.parseInt(value);
                case "environment" -> environment = Integer.parseInt(value);
                case "count" -> count = Long.parseLong(value);
                case "duration" -> durationNs = Long.parseLong(value);
                case "rate" -> rate = Double.parseDouble(value);
                case "warmup" -> warmUp = Long.parseLong(value);
                case "stamps" -> stamps = value.equals("1");
                case "argument" -> child.add(fromHex(value));
                default -> { } // of memory and mechanism the JVM's options take care
            }
        }
    }

    static String fromHex(String digits) {
        byte[] bytes = new byte[digits.length() / 2];
        for (int i = 0; i < bytes.length; ++i) {
            bytes[i] = (byte) Integer.parseInt(digits.substring(2 * i, 2 * i + 2), 16);
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    ProcessBuilder builder(int slot, boolean countFiles) {
        List<String> command = new ArrayList<>(child);
        if (stamps) {
            command.add(Integer.toString(slot));
        }
        if (countFiles) {
            command.add("files");
        }
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.inheritIO();
        if (!stamps) { // what it prints is not to be taken for stamps, and it is not to wait for the engine
            builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
            builder.redirectInput(new File("/dev/null"));
        }
        for (int i = 0; i < environment; ++i) {
            builder.environment().put("ASSAY_EXTRA_VARIABLE_" + i, "a value as long as those of real environments are");
        }
        return builder;
    }

    long countLeaked() throws InterruptedException {
        if (!stamps) {
            return -1;
        }
        slots.putLong(8, -1);
        try {
            builder(0, true).start().waitFor();
        } catch (IOException failed) {
            return -1;
        }
        return slots.getLong(8);
    }

    void measure(Samples samples, int workers, long turns, long lengthNs, double perSecond) throws InterruptedException {
        AtomicInteger next = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(workers);
        long startNs = System.nanoTime() + 10_000_000;
        long endNs = lengthNs > 0 ? startNs + lengthNs : Long.MAX_VALUE;
        for (int worker = 0; worker < workers; ++worker) {
            int slot = worker;
            new Thread(() -> {
                sleepUntil(startNs);
                ProcessBuilder builder = builder(slot, false);
                for (int turn = next.getAndIncrement(); turn < turns && System.nanoTime() < endNs;
                        turn = next.getAndIncrement()) {
                    long dueNs = perSecond > 0 ? startNs + (long) (turn * (NS_PER_SECOND / perSecond)) : 0;
                    if (dueNs >= endNs) {
                        break;
                    }
                    if (dueNs > 0) {
                        sleepUntil(dueNs);
                    }
                    samples.take(turn, dueNs, slot, builder);
                }
                done.countDown();
            }).start();
        }
        done.await();
    }

    static void sleepUntil(long ns) {
        for (long left = ns - System.nanoTime(); left > 0; left = ns - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    class Samples {
        final ByteBuffer bytes;
        final int capacity;

        Samples(int capacity) {
            this.capacity = capacity;
            bytes = ByteBuffer.allocateDirect(capacity * SAMPLE_BYTES).order(ByteOrder.nativeOrder());
        }

        void take(int turn, long dueNs, int slot, ProcessBuilder builder) {
            int at = turn * SAMPLE_BYTES;
            slots.putLong(slot * SLOT_BYTES, 0);
            bytes.putLong(at, dueNs);
            bytes.putLong(at + 8, System.nanoTime());
            try {
                Process process = builder.start();
                bytes.putLong(at + 16, System.nanoTime());
                int status = process.waitFor();
                bytes.putLong(at + 32, System.nanoTime());
                bytes.putLong(at + 24, slots.getLong(slot * SLOT_BYTES));
                bytes.putInt(at + 44, status << 8);
            } catch (IOException failed) {
                bytes.putLong(at + 16, System.nanoTime());
                Matcher errno = ERRNO.matcher(String.valueOf(failed.getMessage()));
                bytes.putInt(at + 40, errno.find() ? Integer.parseInt(errno.group(1)) : 5);
                System.err.println(failed.getMessage());
            } catch (InterruptedException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        boolean isUsed(int turn) {
            return bytes.getLong(turn * SAMPLE_BYTES + 8) != 0;
        }

        /** A thread that took a turn too late to use it leaves a hole. */
        void write() throws IOException {
            int used = 0;
            for (int at = 0; at < capacity; ++at) {
                if (isUsed(at)) {
                    ++used;
                }
            }
            say("samples " + used);
            OutputStream buffered = new BufferedOutputStream(report);
            byte[] sample = new byte[SAMPLE_BYTES];
            for (int at = 0; at < capacity; ++at) {
                if (isUsed(at)) {
                    bytes.get(at * SAMPLE_BYTES, sample);
                    buffered.write(sample);
                }
            }
            buffered.flush();
        }
    }

    /** User and system time of this process and its children. */
    static double[] cpuSeconds() throws IOException {
        String stat = Files.readString(Path.of("/proc/self/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        double ticks = 100;
        return new double[] {(Long.parseLong(fields[11]) + Long.parseLong(fields[13])) / ticks,
            (Long.parseLong(fields[12]) + Long.parseLong(fields[14])) / ticks};
    }

    static long countZombies() throws IOException {
        String parent = Long.toString(ProcessHandle.current().pid());
        try (Stream<Path> entries = Files.list(Path.of("/proc"))) {
            return entries.filter(entry -> entry.getFileName().toString().matches("\\d+")).filter(entry -> {
                try {
                    String stat = Files.readString(entry.resolve("stat"));
                    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
                    return fields[0].equals("Z") && fields[1].equals(parent);
                } catch (IOException gone) {
                    return false;
                }
            }).count();
        }
    }
}
