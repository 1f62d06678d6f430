# SPDX-License-Identifier: Apache-2.0
"""JAX: its arrays as arguments, jax.nn.dot_product_attention, and Pallas's own flash attention for TPUs in interpret mode."""
import unittest

import attest

try:
    import jax
    import jax.numpy as jnp
except ImportError as error:
    raise unittest.SkipTest(f"jax: {error}") from None

jax.config.update("jax_default_matmul_precision", "highest")


def case(queries, keys, width=64, **more):
    settings = {"batches": 1, "heads": 2, "queries": queries, "keys": keys, "width": width, "value_width": width, **more}
    return {"generator": "random", "settings": {name: str(value) for name, value in settings.items()}}


def kernel(query, key, value, scale, mask=None, causal=False, window=(-1, -1), bias=None, kv_heads=None):
    """jax.nn.dot_product_attention, [batch, sequence, heads, width]; it takes fewer heads of key and value as they are."""
    turned = [jnp.swapaxes(one, 1, 2) for one in (query, key, value)]
    far = max(query.shape[-2], key.shape[-2])
    window = None if window == (-1, -1) else tuple(far if side < 0 else side for side in window)
    return jnp.swapaxes(jax.nn.dot_product_attention(*turned, bias=bias, mask=mask, scale=scale, is_causal=causal, local_window_size=window), 1, 2)


def backward(dout, query, key, value, scale, mask=None, causal=False, window=(-1, -1), bias=None, kv_heads=None):
    more = {"scale": scale, "mask": mask, "causal": causal, "window": window}
    if bias is None:
        return jax.vjp(lambda *leaves: kernel(*leaves, **more), query, key, value)[1](dout)
    return jax.vjp(lambda q, k, v, b: kernel(q, k, v, bias=b, **more), query, key, value, bias)[1](dout)


def menu(operation, dtype):
    """Of the menu what has rows that see a key: others are not 0 in JAX, but the values' mean."""
    sizes = [(33, 33, {}), (33, 33, {"mask": "causal"}), (17, 65, {"width": 40}), (1, 1, {}), (3, 129, {}), (70, 70, {"window": "15,0"}),
             (70, 70, {"window": "2,5"}), (70, 70, {"window": "7,-1"}), (40, 40, {"mask": "causal", "window": "-1,3"}), (20, 50, {"kv_heads": "1"})]
    extra = {"operation": operation, "dtype": dtype, **({"bias": "dense"} if operation == "rpe" else {})}
    made = [case(queries, keys, **{**extra, **more}) for queries, keys, more in sizes if not ("window" in more and "mask" in more)]
    kinds = ("ties", "huge_scores", "tiny_scores", "rising_scores", "low_scores", "cancellation", "edge_keys", "small_weights")
    return made + [{**case(67, 67, **extra), "generator": kind} for kind in kinds]


class Arrays(unittest.TestCase):
    def told(self, words, report, least):
        print(f"\n  {words}: {str(report).splitlines()[-1]}", end=" ")
        self.assertEqual([str(one) for one in report.of("outside", "failed", "unsupported")], [])
        self.assertGreaterEqual(len(report.of("inside")), least)

    def test_dot_product_attention(self):
        for operation, dtype in (("attention", "float32"), ("rpe", "float32")):
            self.told(f"{operation}, {dtype}", attest.check_kernel(kernel, operation=operation, dtype=dtype, like="jax", menu=menu(operation, dtype), raises=False), 16)

    def test_its_gradients(self):
        for operation, dtype in (("attention", "float32"), ("rpe", "float32")):
            report = attest.check_gradients(backward, operation=operation, dtype=dtype, like="jax", menu=menu(operation, dtype), raises=False)
            self.told(f"gradients of {operation}, {dtype}", report, 14)

    def test_gradients_of_one_call(self):
        for dtype in (jnp.float32, jnp.bfloat16):
            q, k, v, dout = (jax.random.normal(jax.random.key(seed), (1, 2, 40, 16)).astype(dtype) for seed in range(4))
            out, vjp = jax.vjp(lambda *leaves: kernel(*leaves, 0.25, causal=True), q, k, v)
            attest.assert_attention(out, q, k, v, causal=True)
            dq, dk, dv = vjp(dout)
            attest.assert_gradients(dq, dk, dv, q, k, v, dout, causal=True)
            with self.assertRaises(AssertionError):
                attest.assert_gradients(dq, dk, 2 * dv, q, k, v, dout, causal=True)

    def test_bfloat16(self):
        q, k, v = (jax.random.normal(jax.random.key(seed), (1, 2, 16, 16)).astype(jnp.bfloat16) for seed in range(3))
        wide = [one.astype(jnp.float32) for one in (q, k, v)]
        weights = jax.nn.softmax(wide[0] @ jnp.swapaxes(wide[1], -1, -2) / 4, -1)
        self.assertEqual(attest.assert_attention((weights @ wide[2]).astype(jnp.bfloat16), q, k, v).dtype, "bfloat16")


class Pallas(unittest.TestCase):
    def test_flash_attention_in_interpret_mode(self):
        try:
            from jax.experimental.pallas.ops.gpu import attention
        except ImportError as error:
            self.skipTest(f"Pallas's attention: {error}")

        def kernel(query, key, value, scale, causal=False):
            turned = [jnp.swapaxes(one, 1, 2) for one in (query, key, value)]
            sizes = attention.BlockSizes(block_q=64, block_k=64)
            out = attention.mha(*turned, None, sm_scale=scale, causal=causal, block_sizes=sizes, interpret=True)
            return jnp.swapaxes(out, 1, 2)
        report = attest.check_kernel(kernel, like="jax", menu=[case(64, 64), case(128, 128), case(128, 128, mask="causal")], raises=False)
        print("\n" + str(report))
        self.assertTrue(report.accepted, report)

    def test_its_gradients(self):
        try:
            from jax.experimental.pallas.ops.gpu import attention
        except ImportError as error:
            self.skipTest(f"Pallas's attention: {error}")
        blocks = {name: 32 for name in ("block_q_dkv", "block_kv_dkv", "block_q_dq", "block_kv_dq")}
        sizes = attention.BlockSizes(block_q=64, block_k=64, **blocks)
        for dtype in (jnp.float32, jnp.bfloat16, jnp.float16):
            for length, causal in ((64, False), (128, True)):
                q, k, v, dout = (jax.random.normal(jax.random.key(seed), (1, length, 2, 32)).astype(dtype) for seed in range(4))
                flash = lambda *leaves: attention.mha(*leaves, None, sm_scale=32**-0.5, causal=causal, block_sizes=sizes, interpret=True)
                out, vjp = jax.vjp(flash, q, k, v)
                dq, dk, dv = vjp(dout)
                attest.assert_attention(out, q, k, v, causal=causal, layout="bshd")
                attest.assert_gradients(dq, dk, dv, q, k, v, dout, causal=causal, layout="bshd")
                with self.assertRaises(AssertionError):
                    attest.assert_gradients(dq, dk[:, ::-1], dv, q, k, v, dout, causal=causal, layout="bshd")


if __name__ == "__main__":
    unittest.main()
