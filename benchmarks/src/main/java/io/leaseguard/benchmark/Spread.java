package io.leaseguard.benchmark;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The median of what was measured several times, and how far it spreads.
 *
 * @param least the least
 * @param median the median
 * @param most the most
 */
record Spread(double least, double median, double most) {

	static Spread of(double... values) {
		double[] sorted = values.clone();
		Arrays.sort(sorted);
		int middle = sorted.length / 2;
		double median = (sorted.length % 2 == 1) ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
		return new Spread(sorted[0], median, sorted[sorted.length - 1]);
	}

	static Spread of(List<Double> values) {
		return of(values.stream().mapToDouble(Double::doubleValue).toArray());
	}

	/**
	 * The spread of the ratio of two things that were measured side by side.
	 * @param values the one
	 * @param base the other, in the same order
	 * @return the spread of their ratio
	 */
	static Spread ratio(List<Double> values, List<Double> base) {
		double[] ratios = new double[values.size()];
		for (int i = 0; i < ratios.length; i++) {
			ratios[i] = values.get(i) / base.get(i);
		}
		return of(ratios);
	}

	static Spread difference(List<Double> values, List<Double> base) {
		double[] differences = new double[values.size()];
		for (int i = 0; i < differences.length; i++) {
			differences[i] = values.get(i) - base.get(i);
		}
		return of(differences);
	}

	@Override
	public String toString() {
		return number(this.median) + " (" + number(this.least) + " … " + number(this.most) + ")";
	}

	static String number(double value) {
		double size = Math.abs(value);
		String format = (size >= 1000) ? "%,.0f"
				: (size >= 100) ? "%.0f" : (size >= 10) ? "%.1f" : (size >= 1) ? "%.2f" : "%.3f";
		return String.format(Locale.ROOT, format, value);
	}

}
